// The page: first what limits the run, then the verdicts, then the figures.

const report = JSON.parse(document.getElementById('data').textContent);

/** The rows of a CSV file, each as an object with a value for each column. */
function table(name) {
  const { columns, rows } = report.tables[name] || { rows: [] };
  return rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
}

const CURVES = {
  flits_in: 'flits into the network', flits_out: 'flits out of it',
  most_packets_in_network: 'packets in the network, most', most_open_operations: 'open operations, most',
  moves: 'may go', switch: 'another goes first', credit: 'no credit', owner: 'another packet holds the VC', ejection: 'the receiver takes nothing',
  most_credits_held: 'credits held, fullest node', most_words: 'words in the FIFO, fullest node',
  granted: 'allocations granted', denied: 'allocations denied', accepted: 'requests accepted', discarded: 'requests discarded',
};

/** The columns of a CSV file over time as curves: those of these names, times a factor that makes them integers. */
function columns(name, names, factor = 1) {
  const rows = table(name);
  return Object.keys(rows[0] || {}).filter(column => CURVES[column] && (!names || names.includes(column)))
    .map(column => ({ name: column, label: CURVES[column], values: rows.map(row => Math.round(factor * row[column])) }));
}

function verdicts(body) {
  const word = v => v.holds === null ? 'not exercised' : v.holds ? 'holds' : 'FAILS';
  const rows = table('verdicts.csv').map(v => html('tr', { 'data-verdict': v.verdict, 'data-v': String(v.holds) },
    html('td', {}, v.verdict),
    html('td', { class: v.holds === null ? 'soft' : v.holds ? 'good' : 'bad' }, word(v)),
    html('td', { class: 'number' }, cycles(v.checked)),
    html('td', { class: 'detail' }, ...evidence(v.detail))));
  const head = html('tr', {}, ...['verdict', '', 'checked', 'evidence'].map(t => html('th', {}, t)));
  body.append(html('div', { class: 'scroll' }, html('table', {}, html('thead', {}, head), html('tbody', {}, ...rows))));
}

/** A text of many lines shows the first; the others unfold. */
function evidence(text) {
  const lines = text.split('\n');
  return lines.length === 1 ? [text]
    : [lines[0], html('details', {}, html('summary', {}, (lines.length - 1) + ' lines more'), lines.slice(1).join('\n'))];
}

function facts() {
  const run = report.run;
  const list = [
    run.scenario + ' on ' + run.engine, 'shape ' + run.shape.join('x'), 'seed ' + run.seed, run.ending,
    cycles(run.operations) + ' operations', cycles(run.packets) + ' packets', cycles(run.flits) + ' flits',
    'mean packet latency ' + decimal(run.mean, 1) + ' cycles',
  ];
  if (run.muted > 0) list.push(cycles(run.muted) + ' failed assertions muted');
  return html('ul', { class: 'facts' }, ...list.map(text => html('li', {}, text)));
}

function limits() {
  const none = table('limits.csv').length === 0;
  return figure('limit', 'What a relief of each resource saves',
    none ? 'No resource was relieved' + (report.limit.untried ? ': ' + report.limit.untried : '') + '.'
      : 'The run was repeated on the twin, each time with one resource relieved: the deepest buffer, or half the latency. A bar is the share of the run that this saves; from '
        + percent(report.limit.least) + ' on it counts. Resources of which the run has less than the shipped machine come first.',
    ['limits.csv'], none ? () => {} : reliefs, none);
}

function overTime() {
  const perCycle = (v, bin) => v / (binEnd(bin) - binStart(bin));
  const list = [
    figure('traffic', 'Flits over time', 'Flits that pass the injection and the ejection ports of all nodes, for each cycle.', ['activity.csv'],
      (body, width) => curves(body, width, columns('activity.csv', ['flits_in', 'flits_out']), { label: 'flits a cycle', value: perCycle, text: (v, bin) => decimal(perCycle(v, bin), 2) + ' a cycle, ' + cycles(v) + ' in all' })),
    figure('open', 'Work under way', 'The greatest number in each bin.', ['activity.csv'],
      (body, width) => curves(body, width, columns('activity.csv', ['most_packets_in_network', 'most_open_operations']), { label: 'number' })),
    figure('waits', 'What the flits in front of the buffers waited for', 'Mean number of VCs in a snapshot, over all routers; a snapshot is taken every ' + report.axis.period + ' cycles.', ['waits.csv'],
      (body, width) => stack(body, width, columns('waits.csv', null, 100), { label: 'VCs with a flit in front', value: v => v / 100 })),
    figure('latency', 'Packet latency', 'All delivered packets of both classes.', ['latency.csv'], histogram),
  ];
  if (report.tables['dla.csv']) {
    list.push(figure('pool', 'The pool of the store path (DLA)', 'Of the node that holds most at the time.', ['dla.csv'],
      (body, width) => curves(body, width, columns('dla.csv', ['most_credits_held', 'most_words']), { label: 'words', lines: [{ value: report.dla_words, label: 'FIFO depth ' + cycles(report.dla_words) }] })));
    list.push(figure('requests', 'Allocations and requests of the store path', 'Of all nodes, in each bin.', ['dla.csv'],
      (body, width) => curves(body, width, columns('dla.csv', ['granted', 'denied', 'accepted', 'discarded']), { label: 'number' })));
  }
  return list;
}

/** The data races of a native program, a line each. */
function races() {
  const rows = table('races.csv');
  return figure('races', 'Data races', rows.length ? 'Accesses to the same bytes that nothing in the program orders.' : 'None was found.',
    ['races.csv'], body => body.append(html('ul', {}, ...rows.map(row => html('li', {}, row.race)))), true);
}

function build() {
  const main = document.getElementById('main');
  const grid = html('div', { class: 'grid' },
    limits(),
    figure('verdicts', 'Verdicts', 'What was checked, with the evidence; a verdict without comparisons is not exercised.', ['verdicts.csv'], verdicts, table('limits.csv').length === 0),
    ...(report.tables['races.csv'] ? [races()] : []), ...(report.knot.length ? [knot()] : []),
    torus(), ...overTime(), ...(report.counters ? [counters()] : []), spans());
  main.append(html('h1', { id: 'limit' }, report.limit.line), facts(), grid,
    html('p', { class: 'soft' }, 'Events ' + report.run.hash + '. '
      + (report.tables['dla.csv'] ? '' : 'The store path (DLA) was not used. ')
      + (report.knot.length ? '' : 'No knot was found. ')
      + 'Bins of ' + cycles(report.axis.width) + ' cycles.'));
  document.querySelectorAll('figure').forEach(f => f.redraw());
  document.documentElement.dataset.ready = 'true';
}

window.addEventListener('hashchange', () => location.reload());
build();
