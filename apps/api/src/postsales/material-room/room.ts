import { describeLimits, type LimitsGiven } from '@pauta/domain/inventory/tech-templates/material-limits.ts';
import { materialKinds } from '@pauta/domain/inventory/tech-templates/tech-template-lines.ts';
import type { mediaStatuses } from '@pauta/domain/media/files/media-file.ts';
import type { AskedData } from '@pauta/domain/postsales/tech-sheets/requirement-field.ts';
import type { techSheetStates } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isLinkToken } from '../../public-pages/link-token.ts';
import type { RoomLink } from '../../public-pages/room-log.ts';
import { checkSheets, limitsOfRow } from '../tech-sheets/sheet-obstacles.ts';

/** Tables of rooms for material, of which the log names the contract. */
export const materialTables = { material_links: contracts.name } as const;

/** What a sheet asks for in one place, with what was delivered. */
export interface MaterialItem extends AskedData {
  readonly id: string;
  readonly is_required: boolean;
  readonly value: string | null;
  readonly instructions: string | null;
  readonly needs_click_url: boolean;
  readonly click_url: string | null;
  readonly limits: LimitsGiven;
  readonly file: {
    readonly name: string;
    /** Null: of a document, which is not measured in the library. */
    readonly status: keyof typeof mediaStatuses | null;
    readonly refusal: string | null;
  } | null;
  /** What is wrong with what was delivered. */
  readonly faults: readonly string[];
}

/** A technical sheet as its client sees it. */
export interface MaterialSheet {
  readonly id: string;
  readonly description: string;
  readonly starts_on: string;
  readonly due_on: string;
  readonly status: keyof typeof techSheetStates;
  readonly observation: string | null;
  readonly client_approved_by: string | null;
  readonly client_approved_at: string | null;
  readonly items: readonly MaterialItem[];
}

/** A room for the material of a contract, as somebody of its client finds it. */
export interface MaterialRoom {
  readonly linkId: string;
  readonly recipient: string;
  readonly email: string;
  readonly contract: {
    readonly id: string;
    readonly number: string;
    readonly name: string;
    readonly client: string;
    readonly clientId: string;
    readonly companyId: string;
  };
  readonly seller: { readonly id: string; readonly name: string; readonly email: string };
  readonly sheets: readonly MaterialSheet[];
}

/** Whether somebody of the client may change a sheet. */
export const isOpenSheet = ({ status }: Pick<MaterialSheet, 'status'>): boolean =>
  status === 'pending' || status === 'observed';

/** Whether a file answers an item. */
export const asksForFile = ({ type }: Pick<MaterialItem, 'type'>): boolean =>
  Object.hasOwn(materialKinds, type);

/** The limits of a file in words: "Duración: 30 s ± 0.5". */
export const limitsText = ({ limits }: MaterialItem): string =>
  describeLimits(limits)
    .map(({ label, text }) => `${label}: ${text}`)
    .join(' · ');

/** The link that opened a room. */
export const linkOf = ({ linkId }: MaterialRoom): RoomLink => ({ table: 'material_links', linkId });

/** Id of an open link by its token; for requests that need nothing of its room. */
export const findLink = async (database: Queryable, token: string): Promise<string | undefined> =>
  isLinkToken(token)
    ? (
        await database.one<{ id: string }>(sql`
          SELECT id FROM material_links
          WHERE token_hash = ${tokenHash(token)} AND closed_at IS NULL AND expires_on >= business_date()`)
      )?.id
    : undefined;

type StoredSheet = Omit<MaterialSheet, 'items'> & {
  readonly items: readonly Omit<MaterialItem, 'faults'>[];
};

/**
 * The room that a token opens; undefined if the token is unknown, its link was closed or is past its last day, or the
 * contract is archived.
 */
export const findMaterialRoom = async (
  database: Queryable,
  token: string,
): Promise<MaterialRoom | undefined> => {
  if (!isLinkToken(token)) return undefined;
  const room = await database.one<Omit<MaterialRoom, 'sheets'>>(sql`
    SELECT k.id AS "linkId", k.recipient, k.email,
      json_build_object('id', c.id, 'number', c.number, 'name', c.name, 'client', a.trade_name, 'clientId', a.id,
        'companyId', c.company_id) AS contract,
      json_build_object('id', u.id, 'name', u.full_name, 'email', u.email) AS seller
    FROM material_links k JOIN contracts c ON c.id = k.contract_id JOIN clients a ON a.id = c.client_id
      JOIN users u ON u.id = c.owner_id
    WHERE k.token_hash = ${tokenHash(token)} AND k.closed_at IS NULL AND k.expires_on >= business_date()
      AND c.archived_at IS NULL`);
  if (!room) return undefined;
  const sheets = await database.query<StoredSheet>(sql`
    SELECT s.id, s.description, s.starts_on::text, s.due_on::text, s.status, s.observation, s.client_approved_by,
      to_json(s.client_approved_at) #>> '{}' AS client_approved_at, (
        SELECT coalesce(json_agg(json_build_object('id', i.id, 'label', i.label, 'type', i.type, 'is_required', i.is_required,
          'value', i.value, 'unit', i.unit, 'min', i.min::text, 'max', i.max::text, 'options', i.options,
          'instructions', i.instructions, 'needs_click_url', i.needs_click_url, 'click_url', i.click_url,
          'limits', jsonb_build_object(${limitsOfRow}),
          'file', CASE WHEN f.id IS NOT NULL
            THEN json_build_object('name', f.name, 'status', m.status, 'refusal', m.refusal) END) ORDER BY i.place), '[]')
        FROM tech_sheet_items i LEFT JOIN media_files m ON m.id = i.media_file_id
          LEFT JOIN files f ON f.id = coalesce(m.file, i.document)
        WHERE i.tech_sheet_id = s.id) AS items
    FROM tech_sheets s WHERE s.contract_id = ${room.contract.id}::uuid ORDER BY s.due_on, s.description, s.id`);
  const checked = await checkSheets(
    database,
    sheets.map(({ id }) => id),
  );
  return {
    ...room,
    sheets: sheets.map((sheet) => {
      const found = new Map(checked.get(sheet.id)?.map((one) => [one.id, one]));
      return {
        ...sheet,
        items: sheet.items.map((item) => {
          const check = found.get(item.id);
          return { ...item, faults: check?.isDone ? check.faults : [] };
        }),
      };
    }),
  };
};
