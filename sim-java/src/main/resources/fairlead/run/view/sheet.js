// The figures with curves of a page; the others need no script.

/** Curves over numbers; a point has its interval as a bar, and one that is not good is hollow. */
function drawLines(body, width, f) {
  const height = 300;
  const points = f.curves.flatMap(c => c.points);
  const most = key => Math.max(1e-9, ...points.map(key));
  const plot = svg('svg', { width, height, role: 'img', 'aria-label': f.title });
  const { x, y } = frame(plot, width, height, most(p => p.x), most(p => p.y + (p.half || 0)), f.x, f.y);
  for (const mark of f.marks) {
    const right = x(mark.x) > width / 2;
    plot.append(svg('line', { class: 'limit', x1: x(mark.x), x2: x(mark.x), y1: TOP, y2: height - BOTTOM, 'data-mark': mark.x }),
      svg('text', { x: x(mark.x) + (right ? -4 : 4), y: TOP + 12, 'text-anchor': right ? 'end' : 'start' }, mark.label));
  }
  f.curves.forEach((c, i) => {
    const stroke = 'stroke:' + palette(i);
    plot.append(svg('path', {
      class: 'curve', style: stroke, 'data-curve': c.label, 'data-values': c.points.map(p => p.y).join(' '),
      d: c.points.map((p, n) => (n ? 'L' : 'M') + x(p.x).toFixed(1) + ' ' + y(p.y).toFixed(1)).join(''),
    }));
    for (const p of c.points) {
      if (p.half !== null) {
        plot.append(svg('line', { style: stroke, x1: x(p.x), x2: x(p.x), y1: y(p.y + p.half), y2: y(Math.max(0, p.y - p.half)) }));
      }
      plot.append(tip(svg('circle', { cx: x(p.x), cy: y(p.y), r: 4, style: stroke + ';stroke-width:1.6;fill:' + (p.good ? palette(i) : 'var(--panel)') }),
        () => c.label + '\n' + f.x + ' ' + p.x + '\n' + f.y + ' ' + number(p.y) + (p.half === null ? '' : ' \u00b1 ' + number(p.half)) + (p.note ? '\n' + p.note : '')));
    }
  });
  body.append(f.curves.length > 1 ? legend(f.curves) : '', plot);
}

const places = document.querySelectorAll('[data-lines]');
const figures = JSON.parse(document.getElementById('data').textContent).map((f, i) => {
  const made = figure(f.id, f.title, f.text, [], (body, width) => drawLines(body, width, f), false);
  places[i].replaceWith(made);
  return made;
});
for (let pass = 0; pass < 2; pass++) figures.forEach(f => f.redraw()); // the first pass may bring a scroll bar, which takes width
