// Curves over time, stacked areas, bars and a histogram.

const LEFT = 58;
const RIGHT = 12;
const TOP = 24;
const BOTTOM = 38;

const binStart = bin => bin * report.axis.width;
const binEnd = bin => Math.min(report.run.cycles, (bin + 1) * report.axis.width);
const binText = bin => 'cycles ' + cycles(binStart(bin)) + ' to ' + cycles(binEnd(bin) - 1);

/** Axes of a plot; returns the scales. */
function frame(plot, width, height, xMost, yMost, xLabel, yLabel) {
  const x = value => LEFT + (width - LEFT - RIGHT) * value / (xMost || 1);
  const y = value => height - BOTTOM - (height - TOP - BOTTOM) * value / (yMost || 1);
  for (const tick of ticks(yMost, 4)) {
    plot.append(svg('line', { class: 'axis', x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }),
      svg('text', { x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' }, number(tick)));
  }
  const xTicks = ticks(xMost, Math.max(2, Math.floor(width / 110)));
  for (const tick of xTicks) {
    plot.append(svg('line', { class: 'axis', x1: x(tick), x2: x(tick), y1: height - BOTTOM, y2: height - BOTTOM + 4 }),
      svg('text', { x: x(tick), y: height - BOTTOM + 17, 'text-anchor': x(tick) > width - 40 ? 'end' : 'middle' }, number(tick)));
  }
  plot.append(svg('text', { x: (LEFT + width - RIGHT) / 2, y: height - 3, 'text-anchor': 'middle' }, xLabel),
    svg('text', { x: 0, y: 11 }, yLabel));
  return { x, y };
}

function legend(curves) {
  return html('div', { class: 'legend' }, ...curves.map((curve, i) =>
    html('span', {}, html('i', { style: 'background:' + palette(i) }), curve.label)));
}

/** A rectangle over the plot that shows the values of the bin under the pointer. */
function reader(plot, width, height, curves, text) {
  const cursor = svg('line', { class: 'cursor', y1: TOP, y2: height - BOTTOM, visibility: 'hidden' });
  const area = svg('rect', { x: LEFT, y: TOP, width: Math.max(0, width - LEFT - RIGHT), height: height - TOP - BOTTOM, fill: 'transparent' });
  tip(area, event => {
    const box = area.getBoundingClientRect();
    const cycle = (event.clientX - box.left) / box.width * report.run.cycles;
    const bin = Math.max(0, Math.min(report.axis.bins - 1, Math.floor(cycle / report.axis.width)));
    const at = LEFT + (width - LEFT - RIGHT) * (binStart(bin) + binEnd(bin)) / 2 / report.run.cycles;
    cursor.setAttribute('x1', at);
    cursor.setAttribute('x2', at);
    cursor.setAttribute('visibility', 'visible');
    return binText(bin) + '\n' + curves.map(c => c.label + ': ' + text(c.values[bin], bin)).join('\n');
  });
  area.addEventListener('pointerleave', () => cursor.setAttribute('visibility', 'hidden'));
  plot.append(cursor, area);
}

/** The path of a step curve over the bins. */
function steps(values, x, y) {
  return values.map((v, bin) =>
    (bin ? 'L' : 'M') + x(binStart(bin)).toFixed(1) + ' ' + y(v).toFixed(1) + 'H' + x(binEnd(bin)).toFixed(1)).join('');
}

/**
 * Curves over time.
 * options: label of the y axis, value(v, bin) as drawn, text(v, bin) as shown, lines: [{value, label}].
 */
function curves(body, width, all, options) {
  const height = 210;
  const value = options.value || (v => v);
  const drawn = all.map(c => c.values.map(value));
  const most = Math.max(1e-9, ...drawn.flat(), ...(options.lines || []).map(l => l.value));
  const plot = svg('svg', { width, height, role: 'img', 'aria-label': options.label });
  const { x, y } = frame(plot, width, height, report.run.cycles, most, 'cycle', options.label);
  for (const line of options.lines || []) {
    plot.append(svg('line', { class: 'limit', x1: LEFT, x2: width - RIGHT, y1: y(line.value), y2: y(line.value) }),
      svg('text', { x: width - RIGHT, y: y(line.value) + 14, 'text-anchor': 'end' }, line.label));
  }
  all.forEach((c, i) => plot.append(svg('path', {
    class: 'curve', d: steps(drawn[i], x, y), style: 'stroke:' + palette(i), 'data-curve': c.name, 'data-values': c.values.join(' '),
  })));
  reader(plot, width, height, all, options.text || ((v, bin) => number(value(v, bin))));
  body.append(legend(all), plot);
}

/** Curves on top of each other. */
function stack(body, width, all, options) {
  const height = 230;
  const value = options.value;
  const sums = all[0].values.map(() => 0);
  const most = Math.max(1e-9, ...sums.map((_, bin) => all.reduce((sum, c) => sum + value(c.values[bin]), 0)));
  const plot = svg('svg', { width, height, role: 'img', 'aria-label': options.label });
  const { x, y } = frame(plot, width, height, report.run.cycles, most, 'cycle', options.label);
  all.forEach((c, i) => {
    const low = sums.slice();
    c.values.forEach((v, bin) => { sums[bin] += value(v); });
    const back = low.map((v, bin) =>
      'L' + x(binEnd(bin)).toFixed(1) + ' ' + y(v).toFixed(1) + 'H' + x(binStart(bin)).toFixed(1)).reverse().join('');
    plot.append(svg('path', {
      d: steps(sums, x, y) + back + 'Z', style: 'fill:' + palette(i), 'data-curve': c.name, 'data-values': c.values.join(' '),
    }));
  });
  reader(plot, width, height, all, v => number(value(v)));
  body.append(legend(all), plot);
}

/** The histogram of latencies with marks. */
function histogram(body, width) {
  const rows = table('latency.csv');
  const data = { width: rows[0].last_cycles + 1, packets: rows.map(row => row.packets) };
  const height = 210;
  const most = Math.max(1, ...data.packets);
  const end = data.packets.length * data.width;
  const plot = svg('svg', { width, height, role: 'img', 'aria-label': 'packets by latency' });
  const { x, y } = frame(plot, width, height, end, most, 'cycles from the preparation of a packet to the acceptance of its tail', 'packets');
  data.packets.forEach((count, i) => plot.append(tip(svg('rect', {
    x: x(i * data.width) + 0.5, width: Math.max(0.5, x(data.width) - x(0) - 1), y: y(count), height: y(0) - y(count),
    style: 'fill:var(--c0)', 'data-bucket': i, 'data-v': count,
  }), () => cycles(i * data.width) + ' to ' + cycles((i + 1) * data.width - 1) + ' cycles: ' + cycles(count) + ' packets')));
  let before = -Infinity;
  for (const mark of report.latency) { // the texts stand above the bars, two rows when they are close
    const at = x(Math.min(mark.cycles, end));
    const near = at - before < 75;
    plot.append(svg('line', { class: 'limit', x1: at, x2: at, y1: TOP, y2: y(0) }),
      svg('text', { x: Math.max(at, LEFT), y: near ? 9 : 20, 'text-anchor': at > width - 60 ? 'end' : at < LEFT + 40 ? 'start' : 'middle' }, mark.label + ' ' + cycles(mark.cycles)));
    before = near ? -Infinity : at;
  }
  body.append(plot);
}

/** The resources whose relief saves something, as bars; the others are named. */
function reliefs(body, width) {
  const all = table('limits.csv').map(r => ({ ...r, saved: Math.round(1000 * r.saved_share) }));
  const useful = all.filter(r => r.saved > 0);
  const row = 34;
  const most = Math.max(report.limit.least, ...all.map(r => r.saved));
  const plot = svg('svg', { width, height: useful.length * row + 4, role: 'img', 'aria-label': 'share of the run saved by each relief' });
  const room = width - 70;
  useful.forEach((r, i) => {
    const top = i * row;
    const bar = svg('g', { 'data-relief': r.resource, 'data-v': r.saved },
      svg('rect', { x: 0, y: top + 18, width: room, height: 10, style: 'fill:var(--cold)' }),
      svg('rect', { x: 0, y: top + 18, width: Math.max(1, room * r.saved / most), height: 10, style: 'fill:' + (r.saved >= report.limit.least ? 'var(--hot)' : 'var(--warm)') }),
      svg('text', { x: 0, y: top + 13, class: 'ink' }, r.resource),
      svg('text', { x: room + 6, y: top + 27 }, percent(r.saved)));
    plot.append(tip(bar, () => r.resource + ': with ' + r.change + '\n' + cycles(r.cycles) + ' cycles in place of ' + cycles(report.run.cycles)));
  });
  body.append(plot);
  const none = all.filter(r => r.saved === 0);
  if (none.length > 0) {
    body.append(html('p', { class: 'soft' }, 'Less than 0.1 %: ', ...none.map((r, i) =>
      html('span', { 'data-relief': r.resource, 'data-v': 0, title: r.change }, (i ? ', ' : '') + r.resource)), '.'));
  }
}
