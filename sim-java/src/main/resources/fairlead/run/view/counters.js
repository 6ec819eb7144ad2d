// Where flits waited and why, by the performance counters of the tiles.

function counters() {
  const c = report.counters;
  return figure('counters', 'Where flits waited and why', c.line[0].toUpperCase() + c.line.slice(1) + '. A cycle in which what is in front of a queue does not leave it has one cause. The '
    + c.rows.length + ' queues with the most such cycles, of ' + cycles(c.ports) + '; the last columns are shares of them, of the causes that occur.', ['counters.csv'], body => {
    const head = html('tr', {}, ...['node', 'queue', 'class'].map(t => html('th', {}, t)),
      ...['moved', 'blocked cycles', ...c.causes].map(t => html('th', { class: 'number' }, t)));
    const rows = c.rows.map(r => html('tr', { 'data-counter': r.node + ' ' + r.port + ' ' + r.class, 'data-blocked': r.blocked },
      html('td', {}, r.place), html('td', {}, r.port), html('td', {}, r.class),
      html('td', { class: 'number' }, cycles(r.moved)), html('td', { class: 'number' }, cycles(r.blocked)),
      ...r.causes.map(v => html('td', { class: 'number' }, percent(1000 * v / r.blocked)))));
    body.append(html('div', { class: 'scroll' }, html('table', {}, html('thead', {}, head), html('tbody', {}, ...rows))));
  }, true);
}
