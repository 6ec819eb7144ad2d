// Epochs, fences and barriers of the tasks of one node.

const KINDS = ['epoch', 'fence', 'barrier'];

function spans() {
  const list = table('spans.csv');
  const nodes = [...new Set(list.map(s => s.node))].sort((a, b) => a - b);
  const choice = html('select', { 'aria-label': 'node' }, ...nodes.map(n => html('option', { value: n }, 'node ' + n + ' (' + place(n) + ')')));
  const wanted = readState().node;
  if (nodes.includes(wanted)) choice.value = wanted;
  const plot = html('div', {});
  let width = 0;
  const draw = () => plot.replaceChildren(lanes(list, Number(choice.value), width));
  choice.addEventListener('change', draw);
  const capped = list.length < report.spans.all
    ? ' The page holds ' + cycles(list.length) + ' of ' + cycles(report.spans.all) + ' spans: those of every '
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
        html('div', { class: 'legend' }, ...KINDS.map((k, i) => html('span', {}, html('i', { style: 'background:' + palette(i) }), k))), plot);
      draw();
    }, true);
}

/** Spans that overlap get rows of their own. */
function pack(list) {
  const ends = [];
  return list.map(span => {
    const end = span.end_cycle ?? Infinity;
    let row = ends.findIndex(e => e <= span.begin_cycle);
    if (row < 0) row = ends.length;
    ends[row] = end;
    return [row, span];
  });
}

function lanes(list, node, width) {
  const mine = list.filter(s => s.node === node);
  const tasks = [...new Set(mine.map(s => s.task))].sort((a, b) => a - b);
  const row = 11;
  const rows = [];
  const texts = [];
  let y = 4;
  for (const task of tasks) {
    texts.push([y, 'task ' + task]);
    KINDS.forEach(kind => {
      const packed = pack(mine.filter(s => s.task === task && s.kind === kind).sort((a, b) => a.begin_cycle - b.begin_cycle));
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
    const { kind, operation: what, op, task, begin_cycle: begin, end_cycle: end } = span;
    const stop = end ?? report.run.cycles;
    plot.append(tip(svg('rect', {
      x: x(begin), y: top, width: Math.max(1.5, x(stop) - x(begin)), height: row - 2, style: 'fill:' + palette(KINDS.indexOf(kind)),
      'data-op': op, 'data-begin': begin, 'data-end': end ?? '',
    }), () => what + ', op ' + op + ', task ' + task + '\ncycles ' + cycles(begin) + ' to '
      + (end === null ? 'the end of the run: it never ended' : cycles(end) + ' (' + cycles(end - begin) + ')')));
  }
  return plot;
}
