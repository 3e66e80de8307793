import { type Avails, type AvailsTable, availsStates } from '@pauta/domain/inventory/avails/avails.ts';
import type { FastifyReply } from 'fastify';
import { escaped, sendDocument } from '../../public-pages/public-page.ts';
import type { IssuedAvails } from './read-avails.ts';

// The words and letters carry the state; the colours are those of the back office.
const styles = `
:root{--free:#1d6b43;--free-soft:#e3f4ea;--few:#7a5100;--few-soft:#fbf0d5;--full:#a3212e;--full-soft:#fbe6e8}
@media (prefers-color-scheme:dark){:root{--free:#8fd9b0;--free-soft:#16301f;--few:#f0cf85;--few-soft:#372b10;--full:#f3a6ae;--full-soft:#3a1a1f}}
td.state,thead .state{text-align:center;padding-inline:.25rem;white-space:nowrap;font-size:.875rem}
.free{background:var(--free-soft);color:var(--free)}
.few{background:var(--few-soft);color:var(--few)}
.full{background:var(--full-soft);color:var(--full);font-weight:600}
.closed{color:var(--muted)}
tbody th small{display:block;color:var(--muted)}
.legend{display:flex;flex-wrap:wrap;gap:.25rem .75rem;margin:1rem 0;padding:0;list-style:none;font-size:.875rem}
.legend span{display:inline-block;min-inline-size:1.5rem;margin-inline-end:.375rem;padding-inline:.25rem;border-radius:.25rem;text-align:center}
`;

const tableOf = ({ title, columns, rows }: AvailsTable, section: string, grain: Avails['grain']): string => {
  const name = escaped(title === null ? section : `${section}: ${title}`);
  const head = columns.map(
    ({ label, name: of }) =>
      `<th scope="col" class="state"><abbr title="${escaped(of)}">${escaped(label)}</abbr></th>`,
  );
  const body = rows.map(({ name: space, price, states }) => {
    const cells = states.map((state) => {
      const [word, letter] = availsStates[state];
      return `<td class="state ${state}">${grain === 'week' ? word : `<abbr title="${word}">${letter}</abbr>`}</td>`;
    });
    return `<tr><th scope="row">${escaped(space)}${price === null ? '' : `<small>${escaped(price)}</small>`}</th>${cells.join('')}</tr>`;
  });
  return (
    `${title === null ? '' : `<h3>${escaped(title)}</h3>`}` +
    // A wide table scrolls sideways on a telephone, also by keyboard.
    `<div class="scroll${columns.length > 3 ? ' wide' : ''}" role="region" tabindex="0" aria-label="${name}">` +
    `<table><thead><tr><th scope="col">Espacio</th>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
  );
};

const legend = `<ul class="legend" aria-label="Leyenda">${Object.entries(availsStates)
  .map(([state, [word, letter]]) => `<li><span class="${state}">${letter}</span>${word}</li>`)
  .join('')}</ul>`;

/**
 * The public page of a sheet of avails: HTML without scripts.
 *
 * @param path of this page
 */
export const sendAvailsPage = (
  reply: FastifyReply,
  { avails, letterhead }: IssuedAvails,
  path: string,
): FastifyReply =>
  sendDocument(reply, {
    title: avails.title,
    letterhead,
    facts: avails.facts,
    download: `${path}/disponibilidad.pdf`,
    body:
      (avails.grain === 'day' ? legend : '') +
      (avails.sections.length === 0
        ? '<p>Ninguno de los espacios de esta hoja está a la venta en este momento.</p>'
        : avails.sections
            .map(
              ({ title, tables }) =>
                `<h2>${escaped(title)}</h2>${tables.map((table) => tableOf(table, title, avails.grain)).join('')}`,
            )
            .join('')),
    notes: avails.notes,
    styles,
  });
