// The members of a knot: who holds what, and what it wants from the next one.

function knot() {
  return figure('knot', 'The knot: who holds and who wants',
    'Each packet waits for what the next one holds, and the last waits for the first. The channels that they want are outlined in the torus.',
    ['knot.csv'], body => {
      const list = html('div', { class: 'knot' });
      report.knot.forEach((member, i) => {
        const next = (i + 1) % report.knot.length;
        list.append(
          html('div', { class: 'holds', 'data-member': i }, html('b', {}, (i + 1) + '. '),
            (member.packet ? member.packet + ' ' : '') + 'holds ' + member.holds),
          html('div', { class: 'wish' }, '\u2193 wants ' + member.wants + ' (' + member.reason + '), held by '
            + (next + 1) + (next === 0 && report.knot.length > 1 ? ', where the ring closes' : '')));
      });
      body.append(list);
    }, true);
}
