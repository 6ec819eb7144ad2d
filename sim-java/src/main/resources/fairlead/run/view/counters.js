// Where flits waited and why, by the performance counters of the tiles.

function counters() {
  const c = report.counters;
  const worst = table('counters.csv');
  const all = Object.keys(worst[0] || {});
  const causes = all.slice(all.indexOf('blocked_cycles') + 1, -1).filter(cause => worst.some(r => r[cause] > 0));
  return figure('counters', 'Where flits waited and why', c.line[0].toUpperCase() + c.line.slice(1) + '. A cycle in which what is in front of a queue does not leave it has one cause. The '
    + worst.length + ' queues with the most such cycles, of ' + cycles(c.ports) + '; the last columns are shares of them, of the causes that occur.', ['counters.csv'], body => {
    const head = html('tr', {}, ...['node', 'queue', 'class'].map(t => html('th', {}, t)),
      ...['moved', 'blocked cycles', ...causes].map(t => html('th', { class: 'number' }, t)));
    const rows = worst.map(r => html('tr', { 'data-counter': r.node + ' ' + r.queue + ' ' + r.class, 'data-blocked': r.blocked_cycles },
      html('td', {}, r.node + ' (' + [r.x, r.y, r.z].join(',') + ')'), html('td', {}, r.queue), html('td', {}, r.class),
      html('td', { class: 'number' }, cycles(r.moved)), html('td', { class: 'number' }, cycles(r.blocked_cycles)),
      ...causes.map(cause => html('td', { class: 'number' }, percent(1000 * r[cause] / r.blocked_cycles)))));
    body.append(html('div', { class: 'scroll' }, html('table', {}, html('thead', {}, head), html('tbody', {}, ...rows))));
  }, true);
}
