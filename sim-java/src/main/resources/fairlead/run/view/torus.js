// The torus, one slice a z, with a value of every channel: links between the nodes, and in each node its injection and
// ejection ports and its links along z.

const METRICS = {
  utilisation: { label: 'utilisation', text: percent, legend: 'cycles in which the channel carries a flit' },
  buffered: { label: 'flits in the buffers behind it', text: v => decimal(v / 100, 2) + ' flits', legend: 'mean flits in the buffers behind the channel' },
  full: { label: 'time without space', text: percent, legend: 'snapshots in which a buffer behind the channel has no space left' },
};

const PER_NODE = () => report.channels.names.length;

/** The value of a channel in a bin; bin -1 is the whole run. */
function channelValue(metric, channel, bin) {
  const data = report.channels[metric];
  if (bin < 0) return data.run[channel];
  const row = data.time[channel];
  return row === 0 ? 0 : row[bin];
}

/**
 * The value at the hot end of the scale: the greatest of the whole run, or of all bins, so that the scale stays while the
 * slider moves.
 */
function mostOf(metric, bin) {
  const key = metric + (bin < 0 ? ' run' : ' time');
  if (!scales.has(key)) {
    let most = 1;
    const rows = bin < 0 ? [report.channels[metric].run] : report.channels[metric].time;
    for (const row of rows) {
      if (row !== 0) for (const value of row) most = Math.max(most, value);
    }
    scales.set(key, most);
  }
  return scales.get(key);
}

const scales = new Map();

const place = node => {
  const [kx, ky] = report.run.shape;
  return node % kx + ',' + Math.floor(node / kx) % ky + ',' + Math.floor(node / (kx * ky));
};

function torus() {
  const state = readState();
  const shapes = []; // [element, first channel, channels] of the current drawing
  const choice = html('select', { 'aria-label': 'value' }, ...Object.entries(METRICS).map(([name, m]) =>
    html('option', { value: name }, m.label)));
  const slider = html('input', { type: 'range', min: -1, max: report.axis.bins - 1, step: 1, 'aria-label': 'time' });
  const time = html('output', {});
  const play = html('button', { type: 'button' }, 'Play');
  const least = html('span', {}, '0');
  const greatest = html('span', {});
  const meaning = html('span', {});
  choice.value = state.metric;
  slider.value = state.bin;

  function paint() {
    const metric = choice.value;
    const bin = Number(slider.value);
    const most = mostOf(metric, bin);
    time.textContent = bin < 0 ? 'the whole run' : binText(bin);
    greatest.textContent = METRICS[metric].text(most);
    meaning.textContent = METRICS[metric].legend;
    for (const [element, channels] of shapes) {
      const value = Math.max(...channels.map(c => channelValue(metric, c, bin)));
      element.style.fill = heat(value / most);
      element.setAttribute('data-v', channels.map(c => channelValue(metric, c, bin)).join(' '));
    }
  }

  const body = (element, width) => {
    shapes.length = 0;
    const slices = html('div', { class: 'slices' });
    for (let z = 0; z < report.run.shape[2]; z++) slices.append(slice(z, width, shapes, () => [choice.value, Number(slider.value)]));
    if (table('io_tiles.csv').length > 0) slices.append(ioTiles(width));
    element.append(
      html('div', { class: 'controls' }, choice, slider, time, play),
      html('div', { class: 'legend' }, least, html('span', { class: 'ramp' }), greatest, meaning),
      slices);
    paint();
  };
  choice.addEventListener('change', paint);
  slider.addEventListener('input', paint);
  let timer = 0;
  play.addEventListener('click', () => {
    clearInterval(timer);
    timer = timer ? 0 : setInterval(() => {
      slider.value = Number(slider.value) + 1 < report.axis.bins ? Number(slider.value) + 1 : 0;
      paint();
    }, 200);
    play.textContent = timer ? 'Stop' : 'Play';
  });
  return figure('torus', 'The torus',
    'One slice for each z. An arrow is a link in its direction; an arrow at the rim leads to the other side. The four fields'
    + ' of a node are its injection ports (upper left), its ejection ports (upper right), and its links Z+ (lower left) and Z-'
    + ' (lower right). A field of several ports has the colour of the greatest value.'
    + (table('io_tiles.csv').length === 0 ? '' : ' I/O tiles stand beside: they have no link of the torus.'),
    ['channels.csv', 'channels_over_time.csv'].concat(table('io_tiles.csv').length === 0 ? [] : ['io_tiles.csv']), body, true);
}

/** An arrow from (x, y) over a length along one axis. */
function arrow(x, y, length, horizontal, thick) {
  const half = thick / 2;
  const sign = Math.sign(length);
  const tipLength = Math.min(Math.abs(length), thick) * sign;
  const points = [[0, -half], [length - tipLength, -half], [length, 0], [length - tipLength, half], [0, half]];
  return points.map(([a, b]) => horizontal ? (x + a) + ',' + (y + b) : (x + b) + ',' + (y + a)).join(' ');
}

/** One slice of the torus; adds its coloured elements to `shapes`. */
function slice(z, width, shapes, state) {
  const [kx, ky] = report.run.shape;
  const cell = Math.max(30, Math.min(kx * ky * report.run.shape[2] > 200 ? 42 : 62, Math.floor((width - 24) / (kx + 0.6))));
  const size = Math.round(cell * 0.46);
  const gap = cell - size;
  const thick = Math.max(4, Math.round(cell / 11));
  const margin = Math.round(gap * 0.7) + 4;
  const full = [2 * margin + kx * cell - gap + 26, 2 * margin + ky * cell - gap + 14];
  const drawing = svg('svg', { width: full[0], height: full[1], role: 'img', 'aria-label': 'slice z = ' + z });
  const left = x => 26 + margin + x * cell;
  const top = y => margin + (ky - 1 - y) * cell;
  const add = (element, node, indices) => {
    const channels = indices.filter(i => report.channels.exists[i]).map(i => node * PER_NODE() + i);
    if (channels.length === 0) return;
    element.setAttribute('data-channels', channels.join(' '));
    shapes.push([element, channels]);
    drawing.append(tip(element, () => 'node ' + node + ' (' + place(node) + ')\n' + channels.map(c => {
      const [metric, bin] = state();
      return report.channels.names[c % PER_NODE()] + ': ' + METRICS[metric].text(channelValue(metric, c, bin));
    }).join('\n')));
  };
  for (let y = 0; y < ky; y++) {
    for (let x = 0; x < kx; x++) {
      const node = x + kx * (y + ky * z);
      const l = left(x);
      const t = top(y);
      const mid = size / 2;
      const off = thick * 0.75;
      const reach = (inside) => inside ? gap - 2 : margin - 4;
      const link = (points, index) => add(svg('polygon', { points, class: memberClass(node, index) }), node, [index]);
      link(arrow(l + size + 1, t + mid - off, reach(x < kx - 1), true, thick), 0);
      link(arrow(l - 1, t + mid + off, -reach(x > 0), true, thick), 1);
      link(arrow(l + mid - off, t - 1, -reach(y < ky - 1), false, thick), 2);
      link(arrow(l + mid + off, t + size + 1, reach(y > 0), false, thick), 3);
      const field = (dx, dy, indices) => add(svg('rect', { x: l + dx * mid, y: t + dy * mid, width: mid, height: mid, class: 'cell ' + memberClass(node, indices[0]) }), node, indices);
      field(0, 0, [6, 7, 8, 9]);
      field(1, 0, [10, 11, 12, 13]);
      field(0, 1, [4]);
      field(1, 1, [5]);
      drawing.append(svg('rect', { class: 'frame', x: l, y: t, width: size, height: size }));
    }
  }
  for (let x = 0; x < kx; x++) drawing.append(svg('text', { x: left(x) + size / 2, y: full[1] - 2, 'text-anchor': 'middle' }, x === 0 ? 'x 0' : String(x)));
  for (let y = 0; y < ky; y++) drawing.append(svg('text', { x: 0, y: top(y) + size / 2 + 4 }, y === 0 ? 'y 0' : String(y)));
  return html('div', { class: 'scroll' }, html('div', { class: 'soft' }, 'z = ' + z), drawing);
}

/** The I/O tiles, a frame each with its rank, as many in a row as there is room for. */
function ioTiles(width) {
  const cell = 46;
  const size = 30;
  const row = Math.max(1, Math.min(8, Math.floor((width - 24) / cell)));
  const rows = Math.ceil(table('io_tiles.csv').length / row);
  const drawing = svg('svg', { width: Math.min(row, table('io_tiles.csv').length) * cell, height: rows * cell, role: 'img', 'aria-label': 'I/O tiles' });
  table('io_tiles.csv').forEach(({ node, operations, bytes }, i) => {
    const x = i % row * cell + 4;
    const y = Math.floor(i / row) * cell + 4;
    drawing.append(
      tip(svg('rect', { class: 'tile', x, y, width: size, height: size, 'data-io': node + ' ' + operations + ' ' + bytes }),
        () => 'I/O tile ' + node + ' (' + place(node) + ')\n' + whole.format(operations) + ' operations, ' + whole.format(bytes) + ' bytes'),
      svg('text', { x: x + size / 2, y: y + size / 2 + 4, 'text-anchor': 'middle', 'pointer-events': 'none' }, String(node)));
  });
  return html('div', { class: 'scroll' }, html('div', { class: 'soft' }, 'I/O tiles'), drawing);
}

/** Marks the channels that members of a knot want. */
function memberClass(node, index) {
  return report.knot.some(m => m.node === node && m.want_port === index) ? 'member' : '';
}

/** The state of the torus that the address asks for: #metric=full&bin=3; the whole run is bin -1. */
function readState() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const bin = parseInt(wanted.get('bin'), 10);
  return {
    metric: METRICS[wanted.get('metric')] ? wanted.get('metric') : 'utilisation',
    bin: Number.isNaN(bin) ? -1 : Math.max(-1, Math.min(report.axis.bins - 1, bin)),
    node: Math.max(0, parseInt(wanted.get('node'), 10) || 0),
  };
}
