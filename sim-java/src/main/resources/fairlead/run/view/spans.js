// Epochs, fences and barriers of the tasks of one node.

function spans() {
  const nodes = [...new Set(report.spans.list.map(s => s[3]))].sort((a, b) => a - b);
  const choice = html('select', { 'aria-label': 'node' }, ...nodes.map(n => html('option', { value: n }, 'node ' + n + ' (' + place(n) + ')')));
  const wanted = readState().node;
  if (nodes.includes(wanted)) choice.value = wanted;
  const plot = html('div', {});
  let width = 0;
  const draw = () => plot.replaceChildren(lanes(Number(choice.value), width));
  choice.addEventListener('change', draw);
  const capped = report.spans.shown < report.spans.all
    ? ' The page holds ' + cycles(report.spans.shown) + ' of ' + cycles(report.spans.all) + ' spans: those of every '
      + report.spans.every + 'th node. The CSV file has all.' : '';
  return figure('spans', 'Epochs, fences and barriers',
    'From the hand-over to the NIC to the end as software sees it; an epoch from its open to its close. A span with an open right end never ended.' + capped,
    ['spans.csv'], (body, wide) => {
      if (nodes.length === 0) {
        body.append(html('p', {}, 'The run has no epoch, fence or barrier.'));
        return;
      }
      width = wide;
      body.append(html('div', { class: 'controls' }, choice),
        html('div', { class: 'legend' }, ...report.spans.kinds.map((k, i) => html('span', {}, html('i', { style: 'background:' + palette(i) }), k))), plot);
      draw();
    }, true);
}

/** Spans that overlap get rows of their own. */
function pack(list) {
  const ends = [];
  return list.map(span => {
    const end = span[6] < 0 ? Infinity : span[6];
    let row = ends.findIndex(e => e <= span[5]);
    if (row < 0) row = ends.length;
    ends[row] = end;
    return [row, span];
  });
}

function lanes(node, width) {
  const mine = report.spans.list.filter(s => s[3] === node);
  const tasks = [...new Set(mine.map(s => s[4]))].sort((a, b) => a - b);
  const row = 11;
  const rows = [];
  const texts = [];
  let y = 4;
  for (const task of tasks) {
    texts.push([y, 'task ' + task]);
    report.spans.kinds.forEach((_, kind) => {
      const packed = pack(mine.filter(s => s[4] === task && s[0] === kind).sort((a, b) => a[5] - b[5]));
      packed.forEach(([r, span]) => rows.push([y + r * row, span]));
      y += row * (packed.length ? 1 + Math.max(...packed.map(p => p[0])) : 0);
    });
    y += 8;
  }
  const height = y + BOTTOM;
  const plot = svg('svg', { width, height, role: 'img', 'aria-label': 'spans of node ' + node });
  const x = c => LEFT + (width - LEFT - RIGHT) * c / report.run.cycles;
  for (const tick of ticks(report.run.cycles, Math.max(2, Math.floor(width / 110)))) {
    plot.append(svg('line', { class: 'axis', x1: x(tick), x2: x(tick), y1: 0, y2: y }),
      svg('text', { x: x(tick), y: y + 15, 'text-anchor': x(tick) > width - 40 ? 'end' : 'middle' }, number(tick)));
  }
  plot.append(svg('text', { x: (LEFT + width - RIGHT) / 2, y: height - 3, 'text-anchor': 'middle' }, 'cycle'));
  for (const [top, text] of texts) plot.append(svg('text', { x: 0, y: top + 10 }, text));
  for (const [top, span] of rows) {
    const [kind, what, op, , task, begin, end] = span;
    const stop = end < 0 ? report.run.cycles : end;
    plot.append(tip(svg('rect', {
      x: x(begin), y: top, width: Math.max(1.5, x(stop) - x(begin)), height: row - 2, style: 'fill:' + palette(kind),
      'data-op': op, 'data-begin': begin, 'data-end': end,
    }), () => what + ', op ' + op + ', task ' + task + '\ncycles ' + cycles(begin) + ' to '
      + (end < 0 ? 'the end of the run: it never ended' : cycles(end) + ' (' + cycles(end - begin) + ')')));
  }
  return plot;
}
