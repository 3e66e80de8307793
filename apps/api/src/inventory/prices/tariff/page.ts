import type { TariffTable } from '@pauta/domain/inventory/prices/tariff/tariff.ts';
import type { FastifyReply } from 'fastify';
import { escaped, sendDocument } from '../../../public-pages/public-page.ts';
import { isPrintable } from './print-tariff.ts';
import type { IssuedTariff } from './read-tariff.ts';

const tableOf = ({ title, columns, rows }: TariffTable, sectionTitle: string): string => {
  const name = `aria-label="${escaped(title === null ? sectionTitle : `${sectionTitle}: ${title}`)}"`;
  const classOf = (place: number): string => (columns[place]?.isNumeric ? ' class="number"' : '');
  const head = columns.map(({ label }, place) => `<th scope="col"${classOf(place)}>${escaped(label)}</th>`);
  const body = rows.map(
    (row) =>
      `<tr>${row
        .map((text, place) =>
          place === 0
            ? `<th scope="row">${escaped(text)}</th>`
            : `<td${classOf(place)}>${escaped(text)}</td>`,
        )
        .join('')}</tr>`,
  );
  return (
    `${title === null ? '' : `<h3>${escaped(title)}</h3>`}` +
    // A wide table scrolls sideways on a telephone, also by keyboard.
    `<div class="scroll${columns.length > 4 ? ' wide' : ''}" role="region" tabindex="0" ${name}>` +
    `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
  );
};

/**
 * The public page of a tariff: HTML without scripts.
 *
 * @param path of this page
 */
export const sendTariffPage = (
  reply: FastifyReply,
  { tariff, letterhead }: IssuedTariff,
  { path, isListed }: { path: string; isListed: boolean },
): FastifyReply =>
  sendDocument(reply, {
    title: tariff.title,
    letterhead,
    facts: tariff.facts,
    download: isPrintable(tariff) ? `${path}/tarifa.pdf` : null,
    body: tariff.sections
      .map(
        ({ title, tables }) =>
          `<h2>${escaped(title)}</h2>${tables.map((table) => tableOf(table, title)).join('')}`,
      )
      .join(''),
    notes: tariff.notes,
    isListed,
  });
