// Elements, formats and the box that shows the values under the pointer.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children); // strings become text nodes and are never read as markup
  return element;
}

const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);
const html = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

const whole = new Intl.NumberFormat('en');
const cycles = value => whole.format(value);
const decimal = (value, digits) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const percent = thousandths => decimal(thousandths / 10, 1) + ' %';
const palette = index => 'var(--c' + index % 5 + ')';

/** The colour of a share from 0 to 1. */
function heat(share) {
  const s = Math.max(0, Math.min(1, share));
  const [from, to, part] = s < 0.5 ? ['--cold', '--warm', 2 * s] : ['--warm', '--hot', 2 * s - 1];
  return 'color-mix(in oklab, var(' + to + ') ' + (100 * part).toFixed(1) + '%, var(' + from + '))';
}

/** At most `count` round numbers from 0 to `most`. */
function ticks(most, count) {
  const raw = Math.max(most, 1e-9) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= raw * 0.999);
  const all = [];
  for (let i = 0; i * step <= most * 1.0001; i++) all.push(i * step);
  return all;
}

const number = value => Number.isInteger(value) ? whole.format(value) : String(+value.toPrecision(3));

// ---- values under the pointer

const tips = new WeakMap();

/** Shows text(event) while the pointer is over the element. */
function tip(element, text) {
  tips.set(element, text);
  return element;
}

function showTip(event) {
  const box = document.getElementById('tip');
  let element = event.target;
  while (element && !tips.has(element)) element = element.parentNode;
  if (!element) {
    box.hidden = true;
    return;
  }
  box.textContent = tips.get(element)(event);
  box.hidden = false;
  const room = box.getBoundingClientRect();
  box.style.left = Math.max(4, Math.min(event.clientX + 12, innerWidth - room.width - 4)) + 'px';
  box.style.top = (event.clientY + 16 + room.height > innerHeight ? event.clientY - room.height - 10 : event.clientY + 16) + 'px';
}

document.addEventListener('pointermove', showTip);
document.addEventListener('pointerdown', showTip);

// ---- figures

/**
 * A figure with its title, its text and links to its CSV files. `draw` gets the element to fill and its width, and is
 * called again when the width changes.
 */
function figure(id, title, text, files, draw, wide) {
  const body = html('div', { class: 'body' });
  const links = files.flatMap((file, i) => [i ? ', ' : '', html('a', { href: encodeURI(report.prefix + file) }, file)]);
  const element = html('figure', { 'data-figure': id, class: wide ? 'wide' : '' },
    html('h2', {}, title), html('p', { class: 'soft' }, text), body,
    html('p', { class: 'csv soft' }, files.length > 0 ? 'Values: ' : '', ...links));
  let last = 0;
  const redraw = () => {
    const width = Math.floor(body.clientWidth);
    if (width > 0 && width !== last) {
      last = width;
      body.replaceChildren();
      draw(body, width);
    }
  };
  new ResizeObserver(redraw).observe(body);
  element.redraw = redraw;
  return element;
}
