import { type FileOptions, maxBytesOf, tooLargeText } from '@pauta/domain/kinds/file.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { mediaFiles, mediaKindOf } from '@pauta/domain/media/files/media-file.ts';
import { checkAnswer } from '@pauta/domain/postsales/tech-sheets/check-answer.ts';
import { inputToAnswer } from '@pauta/domain/postsales/tech-sheets/requirement-field.ts';
import { techSheets } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import { techSheetItems } from '@pauta/domain/postsales/tech-sheets/tech-sheet-item.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { measureFile } from '../../media/measuring/measure-job.ts';
import type { ChangeContext, Transaction } from '../../platform/database/database.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import { logAct } from '../../public-pages/room-log.ts';
import type { Visitor } from '../../public-pages/visitor.ts';
import { clientContext } from '../../resource/commands/context.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { tableOf } from '../../resource/table.ts';
import { runCommand } from '../../resource/writing/run-command.ts';
import { insertRecord } from '../../resource/writing/write-record.ts';
import { measureDocument } from '../tech-sheets/item-hooks.ts';
import { deliveredEmail } from './emails.ts';
import {
  asksForFile,
  isOpenSheet,
  linkOf,
  type MaterialItem,
  type MaterialRoom,
  type MaterialSheet,
} from './room.ts';

/** Who acts in a room, and from where. */
export interface Visit {
  readonly change: ChangeContext;
  readonly visitor: Visitor;
}

/** Name of the field of an answer, of the address of a piece, and of a file that was uploaded. */
export const answerName = ({ id }: Pick<MaterialItem, 'id'>): string => `respuesta-${id}`;
export const addressName = ({ id }: Pick<MaterialItem, 'id'>): string => `destino-${id}`;
export const uploadName = ({ id }: Pick<MaterialItem, 'id'>): string => `subida-${id}`;
/** One of several options of an answer. */
export const optionName = (item: Pick<MaterialItem, 'id'>, place: number): string =>
  `${answerName(item)}-${place}`;

/** What may be uploaded for an item. */
export const acceptedBy = ({ type }: Pick<MaterialItem, 'type'>): FileOptions => {
  const field = type === 'document' ? techSheetItems.fields.document : mediaFiles.fields.file;
  const options = field?.options as FileOptions;
  return type === 'document'
    ? options
    : { ...options, accept: options.accept.filter((mime) => mediaKindOf(mime) === type) };
};

/** Refuses an act by a link that was withdrawn since its room was read. @throws Problem 409 */
const requireLink = async (tx: Transaction, { linkId }: MaterialRoom): Promise<void> => {
  const open = await tx.one(sql`
    SELECT 1 AS one FROM material_links
    WHERE id = ${linkId}::uuid AND closed_at IS NULL AND expires_on >= business_date() FOR KEY SHARE`);
  if (!open) throw conflict('link_closed', 'El enlace se retiró. Pida uno nuevo a quien se lo envió.');
};

/** A sheet of the room that its client may change. @throws Problem 404, 409 */
export const requireOpenSheet = (room: MaterialRoom, id: unknown): MaterialSheet => {
  const sheet = room.sheets.find((one) => one.id === id);
  if (!sheet) throw notFound('Esta ficha no es de este contrato.');
  if (!isOpenSheet(sheet))
    throw conflict(
      'sheet_closed',
      `«${sheet.description}» ya se envió a revisión. Si debe cambiar algo, avise a ${room.seller.name}.`,
    );
  return sheet;
};

const answerOf = (item: MaterialItem, given: Values): string => {
  if (item.type === 'choices')
    return (item.options ?? [])
      .filter((_option, place) => given[optionName(item, place)] !== undefined)
      .join('\n');
  return inputToAnswer(item, String(given[answerName(item)] ?? '').trim());
};

const longest = 4000;
const longestAddress = 300;

const addressFault = (address: string): string | null => {
  if (address === '') return null;
  if (address.length > longestAddress) return `Escriba ${longestAddress} caracteres como máximo.`;
  return URL.canParse(address) && address.startsWith('https://')
    ? null
    : 'La dirección de destino comienza con https://.';
};

/**
 * Stores what was answered in a sheet, all of it or nothing.
 *
 * @throws Problem 409 once the sheet is in review, 422 by field
 */
export const saveAnswers = async (
  { database }: FastifyInstance,
  room: MaterialRoom,
  { change, visitor }: Visit,
  given: Values,
): Promise<MaterialSheet> => {
  const sheet = requireOpenSheet(room, given.ficha);
  const errors: Record<string, string[]> = {};
  const refuse = (name: string, fault: string | null): void => {
    if (fault !== null) errors[name] = [fault];
  };
  const answers = sheet.items
    .filter((item) => !asksForFile(item))
    .map((item) => {
      const value = answerOf(item, given);
      refuse(
        answerName(item),
        value.length > longest ? `Escriba ${longest} caracteres como máximo.` : checkAnswer(value, item),
      );
      return { id: item.id, value };
    });
  const addresses = sheet.items
    .filter(({ needs_click_url }) => needs_click_url)
    .map((item) => {
      const address = String(given[addressName(item)] ?? '').trim();
      refuse(addressName(item), addressFault(address));
      return { id: item.id, address };
    });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await database.transaction({ ...change, action: 'update' }, async (tx) => {
    await requireLink(tx, room);
    await tx.query(sql`
      UPDATE tech_sheet_items i SET value = nullif(a.value, '')
      FROM unnest(${answers.map(({ id }) => id)}::uuid[], ${answers.map(({ value }) => value)}::text[]) AS a(id, value)
      WHERE i.id = a.id AND i.tech_sheet_id = ${sheet.id}::uuid AND coalesce(i.value, '') <> a.value`);
    await tx.query(sql`
      UPDATE tech_sheet_items i SET click_url = nullif(a.address, '')
      FROM unnest(${addresses.map(({ id }) => id)}::uuid[], ${addresses.map(({ address }) => address)}::text[])
        AS a(id, address)
      WHERE i.id = a.id AND i.tech_sheet_id = ${sheet.id}::uuid AND coalesce(i.click_url, '') <> a.address`);
    await logAct(tx, linkOf(room), 'answered', visitor);
  });
  return sheet;
};

interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

const foreign = (room: MaterialRoom): string =>
  `Este mismo archivo ya está registrado en la biblioteca. Avise a ${room.seller.name} para que lo use.`;

/** The file in the library, as a new record or the one that already has this content. */
const inLibrary = async (
  { jobs }: FastifyInstance,
  tx: Transaction,
  room: MaterialRoom,
  sheet: MaterialSheet,
  { item, file }: { readonly item: MaterialItem; readonly file: UploadedFile },
): Promise<string> => {
  const known = await tx.one<{ id: string; client_id: string | null; archived: boolean }>(sql`
    SELECT m.id, m.client_id, m.archived_at IS NOT NULL AS archived FROM media_files m JOIN files f ON f.id = ${file.id}::uuid
    WHERE m.sha256 = f.sha256 AND m.kind = ${item.type} AND m.withdrawn_at IS NULL`);
  if (known) {
    if (known.archived || (known.client_id ?? room.contract.clientId) !== room.contract.clientId)
      throw invalid({ [uploadName(item)]: [foreign(room)] });
    return known.id;
  }
  const { id } = await insertRecord(tx, tableOf(mediaFiles), {
    title: [...`${sheet.description} · ${item.label}`].slice(0, 160).join(''),
    kind: item.type,
    file: { ...file },
    client_id: { id: room.contract.clientId },
  });
  await jobs.add(tx, measureFile, { id: file.id });
  return id;
};

/**
 * Puts a file that was uploaded with the link into the place that asks for it. Repeated, it changes nothing.
 *
 * @throws Problem 404, 409; 422 if it is not what is asked for
 */
export const deliverFile = async (
  app: FastifyInstance,
  room: MaterialRoom,
  { change, visitor }: Visit,
  sheet: MaterialSheet,
  { item, upload }: { readonly item: MaterialItem; readonly upload: unknown },
): Promise<void> => {
  const name = uploadName(item);
  const file = isId(upload)
    ? await app.database.one<UploadedFile>(sql`
        SELECT f.id, f.name, f.mime, f.bytes FROM uploads u JOIN files f ON f.id = u.file_id
        WHERE u.id = ${upload}::uuid AND u.material_link_id = ${room.linkId}::uuid`)
    : undefined;
  if (!file) throw invalid({ [name]: ['La subida no se completó. Elija el archivo otra vez.'] });
  const limits = acceptedBy(item);
  if (!limits.accept.includes(file.mime))
    throw invalid({ [name]: [`«${file.name}» no es del tipo que se pide. Elija otro archivo.`] });
  const most = maxBytesOf(limits, file.mime);
  if (file.bytes > most) throw invalid({ [name]: [tooLargeText(most)] });
  await app.database.transaction({ ...change, action: 'update' }, async (tx) => {
    await requireLink(tx, room);
    const columns =
      item.type === 'document'
        ? { media_file_id: null, document: file.id, ...(await measureDocument(app, tx, file.id)) }
        : {
            media_file_id: await inLibrary(app, tx, room, sheet, { item, file }),
            document: null,
            document_color_space: null,
            document_dpi: null,
          };
    await tx.query(sql`
      UPDATE tech_sheet_items SET media_file_id = ${columns.media_file_id}::uuid, document = ${columns.document}::uuid,
        document_color_space = ${columns.document_color_space}, document_dpi = ${columns.document_dpi}
      WHERE id = ${item.id}::uuid AND tech_sheet_id = ${sheet.id}::uuid`);
    await logAct(tx, linkOf(room), 'delivered', visitor);
  });
};

/**
 * Approves what was delivered in a sheet and sends it to review: the command `client_submit` as its client.
 *
 * @throws Problem 409 with what is missing or wrong
 */
export const submitSheet = async (
  app: FastifyInstance,
  room: MaterialRoom,
  { change, visitor }: Visit,
  { sheet: { id, description }, approvedBy }: { readonly sheet: MaterialSheet; readonly approvedBy: string },
): Promise<void> =>
  app.database.transaction({ ...change, action: 'client_submit' }, async (tx) => {
    await requireLink(tx, room);
    const actor = { client: room.recipient, email: room.email, opens: { resource: techSheets.name, id } };
    await runCommand(
      clientContext(app, tx, actor),
      servedOf(app, techSheets.name),
      'client_submit',
      { input: { approved_by: approvedBy } },
      id,
    );
    await logAct(tx, linkOf(room), 'submitted', visitor);
    const staff = await tx.one<{ id: string; name: string; email: string }>(sql`
      SELECT u.id, u.full_name AS name, u.email FROM tech_sheets s
        JOIN users u ON u.id = coalesce(s.responsible_id, ${room.seller.id}::uuid) WHERE s.id = ${id}::uuid`);
    if (!staff) return;
    await app.mailer.queue(tx, {
      userId: staff.id,
      to: staff.email,
      content: deliveredEmail(room.contract, {
        staff: staff.name,
        by: approvedBy,
        sheet: description,
        url: await app.mailer.address(tx, `/${techSheets.screen}/${id}`),
      }),
      goodForHours: 72,
    });
  });
