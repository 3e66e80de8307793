import { type LogRow, logText } from '@pauta/domain/postsales/daily-log/daily-log.ts';
import { placementStates } from '@pauta/domain/postsales/quotas/placement.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { attachment } from '../../platform/http/headers.ts';
import { readTemplate } from '../../printing/template.ts';

const template = readTemplate(new URL('./daily-log.typ', import.meta.url));

/** Files of a daily log: for spreadsheets, for automation, printed. */
export const logFormats = ['csv', 'txt', 'pdf'] as const;
export type LogFormat = (typeof logFormats)[number];

/** What a file of a daily log says. */
export interface LogFile {
  /** Of the file, without its extension. */
  readonly name: string;
  readonly title: string;
  /** Of the data: equal data gives equal bytes. */
  readonly at: string;
  readonly facts: readonly (readonly [string, string])[];
  /** Said where there are no rows. */
  readonly empty: string;
  /** Labels of what the rows say besides the spot. */
  readonly more: readonly string[];
  readonly rows: readonly { readonly row: LogRow; readonly more: readonly string[] }[];
  /** Which of `more` are printed. */
  readonly printed: readonly string[];
}

const stateOf = (status: string): string =>
  placementStates[status as keyof typeof placementStates]?.[0] ?? status;

const csvOf = ({ more, rows }: LogFile): string =>
  byteOrderMark +
  [
    csvLine(['Hora', 'Corte', 'Código', 'Título', 'Segundos', 'Estado', ...more]),
    ...rows.map(({ row, more: cells }) =>
      csvLine([
        row.airs_at,
        row.break,
        row.house_number ?? '',
        row.title,
        { digits: String(row.seconds) },
        stateOf(row.status),
        ...cells.map((cell) => (/^\d+$/.test(cell) ? { digits: cell } : cell)),
      ]),
    ),
  ].join('');

const pdfOf = async (app: FastifyInstance, file: LogFile): Promise<Buffer> => {
  const { logo, ...letterhead } = await readLetterhead(app, []);
  const shown = file.printed.map((label) => file.more.indexOf(label));
  return app.printer.print(
    template,
    {
      at: file.at,
      title: file.title,
      facts: file.facts,
      columns: [
        ...file.printed.map((label) => ({ label, wide: false })),
        { label: 'Hora', wide: false },
        { label: 'Corte', wide: true },
        { label: 'Código', wide: false },
        { label: 'Título', wide: true },
        { label: 'Segundos', wide: false },
        { label: 'Estado', wide: false },
      ],
      rows: file.rows.map(({ row, more }) => [
        ...shown.map((place) => more[place] ?? ''),
        row.airs_at,
        row.break,
        row.house_number ?? '—',
        row.title,
        formatCount(row.seconds),
        stateOf(row.status),
      ]),
      empty: file.empty,
      letterhead: { ...letterhead, hasLogo: logo !== null },
    },
    logo === null ? {} : { 'logo.png': logo },
  );
};

/** Sends rows of a daily log as a file. */
export const sendLog = async (
  app: FastifyInstance,
  reply: FastifyReply,
  format: LogFormat,
  file: LogFile,
): Promise<FastifyReply> => {
  const contents = {
    csv: ['text/csv; charset=utf-8', async () => csvOf(file)],
    txt: ['text/plain; charset=us-ascii', async () => logText(file.rows.map(({ row }) => row))],
    pdf: ['application/pdf', () => pdfOf(app, file)],
  } as const;
  const [type, make] = contents[format];
  const content = await make();
  return reply
    .headers({ 'content-disposition': attachment(`${file.name}.${format}`), 'cache-control': 'no-store' })
    .type(type)
    .send(content);
};
