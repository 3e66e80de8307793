import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { Signatory } from '@pauta/domain/crm/signatories/eligible-signatories.ts';
import type { Snapshot } from '@pauta/domain/document/document-content.ts';
import { percentOf, subtract } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { roundTo } from '@pauta/domain/money/minor-unit.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { contractLines } from '@pauta/domain/sales/contracts/contract-line.ts';
import { creditObstacle } from '@pauta/domain/sales/contracts/credit-obstacle.ts';
import { signatureObstacles } from '@pauta/domain/sales/contracts/signature-obstacles.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { exclusivityReasons, spacesOfLines } from '../../inventory/exclusivities/exclusivity-reasons.ts';
import { preparedStatement, type Queryable } from '../../platform/database/database.ts';
import type { Context } from '../../resource/commands/context.ts';
import { unusableTexts } from '../contract-texts/terms-text.ts';
import { politicalListReasons } from '../lines/political-list.ts';
import { missingLetters } from '../lines/require-letter.ts';
import { documentReasons } from '../required-documents/required-documents.ts';
import { ownExclusivityReasons } from './contract-exclusivity.ts';
import { exposureOf, inCurrency, type Payer } from './exposure.ts';

interface Account extends Snapshot {
  readonly id: string;
  readonly legal_name: string;
  readonly trade_name: string;
  readonly tax_id: string;
  /** `archived` for an archived account. */
  readonly status: string;
  readonly credit_status: string;
  readonly credit_limit: string | null;
  readonly currency_code: string;
}

interface SignatoryRow extends Signatory {
  readonly national_id: string;
}

/** What decides whether a contract can be signed. */
export interface SigningState {
  readonly id: string;
  /** Whether the contract was not sent to be signed yet. */
  readonly is_draft: boolean;
  readonly lines: number;
  /** Lines of the contract that are sold without a price. */
  readonly unpriced: number;
  /**
   * The first civil day of a signature: that of the acceptance of its quote; of a contract made by hand `registeredWithin`
   * days before; of an addendum that of its contract.
   */
  readonly earliest: string;
  readonly total: string;
  readonly taxable: string;
  readonly scheduled: string;
  readonly currency_code: string;
  readonly billing_party: 'client' | 'agency';
  /** Who gets the invoices; null: nobody is named. */
  readonly billing_contact: {
    readonly id: string;
    readonly full_name: string;
    readonly has_email: boolean;
  } | null;
  readonly company: Snapshot & { readonly id: string };
  readonly client: Account;
  readonly agency: Account | null;
  /** Who pays which part of it once it is signed, and which part they pay of it now, in percent. */
  readonly payers: readonly (Pick<Payer, 'table'> & {
    readonly account: Account;
    readonly pct: string;
    readonly pct_now: string;
  })[];
  readonly own_all: readonly SignatoryRow[];
  readonly own_chosen: readonly string[];
  readonly party_all: readonly SignatoryRow[];
  readonly party_chosen: readonly string[];
}

const signatoriesWhere = (condition: Sql): Sql => sql`
  coalesce((SELECT json_agg(json_build_object('id', s.id, 'full_name', s.full_name, 'capacity', s.capacity,
      'national_id', s.national_id,
      'valid', json_build_object('from', lower(s.valid), 'to', upper(s.valid) - 1), 'max_amount', s.max_amount::text,
      'currency_code', s.currency_code, 'sign_mode', s.sign_mode, 'joint_group', s.joint_group) ORDER BY s.id)
    FROM signatories s WHERE ${condition} AND s.archived_at IS NULL), '[]')`;

const account = (alias: Sql): Sql => sql`
  json_build_object('id', ${alias}.id, 'legal_name', ${alias}.legal_name, 'trade_name', ${alias}.trade_name,
    'tax_id', ${alias}.tax_id, 'address', ${alias}.address_line,
    'status', CASE WHEN ${alias}.archived_at IS NULL THEN ${alias}.status ELSE 'archived' END,
    'credit_status', ${alias}.credit_status, 'credit_limit', ${alias}.credit_limit::text,
    'currency_code', ${alias}.currency_code)`;

/** Days after the signature on paper within which a contract made by hand is entered. */
const registeredWithin = 30;

/** The documents that people sign: their rows `d` with their contract `c`, and their links to signatories. */
const signedDocuments = {
  contracts: {
    from: sql`contracts d JOIN contracts c ON c.id = d.id`,
    links: 'contract',
    by: 'contract_id',
    addendum: sql`NULL`,
    earliest: sql`coalesce((SELECT q.accepted_on FROM quotes q WHERE q.id = c.quote_id),
      business_date(c.created_at) - ${registeredWithin}::integer)`,
  },
  addenda: {
    from: sql`addenda d JOIN contracts c ON c.id = d.contract_id`,
    links: 'addenda',
    by: 'addenda_id',
    addendum: sql`d.id`,
    earliest: sql`c.signed_on`,
  },
} as const;

/**
 * The signing state of contracts or of addenda to them, in one statement. Amounts and lines are those of the contract;
 * the accounts of a signed contract that were merged into others are those others.
 */
export const readSigningStates = (
  database: Queryable,
  ids: readonly string[],
  of: keyof typeof signedDocuments = 'contracts',
): Promise<readonly SigningState[]> => {
  const { from, links, by, addendum, earliest } = signedDocuments[of];
  const chosen = (party: 'own' | 'client' | 'agency'): Sql => sql`
    ARRAY(SELECT ${raw(`${party}_signatory_id`)}::text FROM ${raw(`${links}_${party}_signatories`)} WHERE ${raw(by)} = d.id)`;
  return database.query<SigningState>(
    preparedStatement(sql`
    SELECT d.id, c.status = 'draft' AS is_draft,
      (SELECT count(*)::integer FROM contract_lines l WHERE l.contract_id = c.id) AS lines,
      (SELECT count(*)::integer FROM contract_lines l WHERE l.contract_id = c.id AND l.line_kind <> 'bonus'
        AND l.list_price IS NULL AND l.agreed_price IS NULL) AS unpriced, (${earliest})::text AS earliest,
      c.total::text, c.taxable::text, c.scheduled::text, c.currency_code, c.billing_party,
      (SELECT json_build_object('id', p.id, 'full_name', p.full_name,
          'has_email', p.primary_email IS NOT NULL AND NOT p.email_bounced)
        FROM contacts p WHERE p.id = c.billing_contact_id AND p.archived_at IS NULL) AS billing_contact,
      json_build_object('id', o.id, 'legal_name', o.legal_name, 'tax_id', o.tax_id) AS company,
      ${account(sql`k`)} AS client,
      CASE WHEN a.id IS NOT NULL THEN ${account(sql`a`)} END AS agency,
      (SELECT json_agg(json_build_object('table', CASE p.bill_to WHEN 'agency' THEN 'agencies' ELSE 'clients' END,
          'pct', p.pct::text, 'pct_now', coalesce((
            SELECT sum(n.pct) FROM payers_of(c) n WHERE (n.bill_to, n.account_id) = (p.bill_to, p.account_id)), 0)::text,
          'account', CASE p.bill_to WHEN 'agency' THEN ${account(sql`a`)} ELSE ${account(sql`x`)} END)
          ORDER BY p.place, p.account_id)
        FROM (
          SELECT bill_to, account_id, min(place) AS place, sum(pct) AS pct FROM payers_of(c, ${addendum}) GROUP BY 1, 2) p
          LEFT JOIN clients x ON x.id = p.account_id) AS payers,
      ${signatoriesWhere(sql`s.company_id = c.company_id`)} AS own_all,
      ${chosen('own')} AS own_chosen,
      ${signatoriesWhere(
        sql`CASE c.billing_party WHEN 'client' THEN s.client_id = k.id ELSE s.agency_id = a.id END`,
      )} AS party_all,
      CASE c.billing_party
        WHEN 'client' THEN ${chosen('client')} ELSE ${chosen('agency')} END AS party_chosen
    FROM ${from} JOIN companies o ON o.id = c.company_id
      JOIN clients sk ON sk.id = c.client_id JOIN clients k ON k.id = coalesce(sk.merged_into_id, sk.id)
      LEFT JOIN agencies sa ON sa.id = c.agency_id LEFT JOIN agencies a ON a.id = coalesce(sa.merged_into_id, sa.id)
    WHERE d.id = ANY(${ids}::uuid[])`),
  );
};

/** The account of the billing party. */
export const billedAccount = ({ billing_party, client, agency }: SigningState): Account =>
  billing_party === 'agency' && agency ? agency : client;

/** Why a payer may not owe their part of an amount instead of what they owe of it now; null if they may. */
const creditReason = async (
  database: Queryable,
  { account: of, table, pct, pct_now }: SigningState['payers'][number],
  {
    owed: { before, after },
    currency,
    on,
  }: { readonly owed: Signed['owed']; readonly currency: string; readonly on: string },
): Promise<Reason | null> => {
  const owed = subtract(
    roundTo(percentOf(after, pct), currency),
    roundTo(percentOf(before, pct_now), currency),
  );
  if (compareDecimals(owed, '0') <= 0) return null;
  const isLimited = of.credit_limit !== null;
  return creditObstacle(
    {
      name: of.trade_name,
      path: `/${(table === 'clients' ? clients : agencies).screen}/${of.id}`,
      status: of.credit_status,
      limit: of.credit_limit,
      currency: of.currency_code,
      exposure: isLimited ? await exposureOf(database, { table, id: of.id }, of.currency_code, on) : '0.00',
    },
    isLimited ? await inCurrency(database, { currency, amount: owed }, of.currency_code, on) : owed,
  );
};

const notSoldTo = ({ client }: SigningState): Reason[] => {
  const fix = { label: `Ver ${client.trade_name}`, path: `/${clients.screen}/${client.id}` };
  if (client.status === 'blocked')
    return [{ code: 'account_blocked', text: `${client.trade_name} está bloqueado: no se le vende.`, fix }];
  return ['inactive', 'archived'].includes(client.status)
    ? [
        {
          code: 'account_inactive',
          text: `${client.trade_name} no está activo: no se le vende. Actívelo antes.`,
          fix,
        },
      ]
    : [];
};

/** What a contract lacks before it can become valid. */
export const incompleteReasons = ({
  lines,
  unpriced,
  taxable,
  scheduled,
  currency_code: currency,
}: SigningState): Reason[] => [
  ...(lines === 0 ? [{ code: 'no_lines', text: 'El contrato aún no tiene renglones.' }] : []),
  ...(unpriced === 0
    ? []
    : [
        {
          code: 'no_price',
          text: `${countOf(contractLines.label, unpriced)} sin precio: la lista no lo tiene. Acuerde uno.`,
        },
      ]),
  ...(compareDecimals(taxable, scheduled) === 0
    ? []
    : [
        {
          code: 'schedule',
          text:
            `Las cuotas suman ${formatAmount({ currency, amount: scheduled })} y la base imponible es ` +
            `${formatAmount({ currency, amount: taxable })}. Use «Proponer cuotas» o corríjalas.`,
        },
      ]),
];

/** Why nobody could be sent the invoices: the billing contact has no mail, and the payer no address. */
const contactReasons = (state: SigningState): Reason[] => {
  const of = billedAccount(state);
  const { billing_contact: contact } = state;
  if (contact === null)
    return [
      {
        code: 'no_billing_contact',
        text: `Falta el contacto de facturación: elija uno de ${of.trade_name} al editar el contrato.`,
        fix: {
          label: `Ver ${of.trade_name}`,
          path: `/${(of === state.client ? clients : agencies).screen}/${of.id}`,
        },
      },
    ];
  return contact.has_email || of.address
    ? []
    : [
        {
          code: 'unreachable_billing_contact',
          text: `${contact.full_name}, contacto de facturación, no tiene un correo que llegue, y ${of.trade_name} no tiene dirección: agregue uno de los dos.`,
          fix: { label: `Ver ${contact.full_name}`, path: `/${contacts.screen}/${contact.id}` },
        },
      ];
};

/** What is signed. */
export interface Signed {
  readonly document: 'contracts' | 'addenda';
  /** Civil day of the signature. */
  readonly on: string;
  /** The amount that the signatories' powers must cover, with tax. */
  readonly total: string;
  /**
   * What is to be invoiced to its payers, with tax, without it and with it. Nothing is asked of the credit of one who does
   * not owe more.
   */
  readonly owed: { readonly before: string; readonly after: string };
}

/**
 * Why the parties of a contract cannot sign on a day: the client is blocked or inactive, the agency may not buy for the
 * client, its signatories may not sign, or one of its payers may not owe more. Lock the accounts first (`lockAccounts`).
 */
export const partyReasons = async (
  database: Queryable,
  state: SigningState,
  { document, on, total, owed }: Signed,
): Promise<readonly Reason[]> => {
  const { currency_code: currency, billing_party } = state;
  const signing = { on, amount: { value: total, currency } };
  const credit: Reason[] = [];
  for (const payer of state.payers) {
    const reason = await creditReason(database, payer, { owed, currency, on });
    if (reason) credit.push(reason);
  }
  const letter = (await missingLetters(database, document, [state.id])).get(state.id);
  return [
    ...notSoldTo(state),
    ...(letter ? [letter] : []),
    ...signatureObstacles({ label: 'la compañía', all: state.own_all, chosen: state.own_chosen }, signing),
    ...signatureObstacles(
      {
        label: billing_party === 'agency' ? 'la agencia' : 'el cliente',
        all: state.party_all,
        chosen: state.party_chosen,
      },
      signing,
    ),
    ...credit,
  ];
};

/**
 * Why a contract cannot be signed on a day: it is incomplete, documents are missing, or its parties cannot
 * sign. Capacity is checked where it is
 * taken.
 *
 * @param on civil day of the signature
 */
export const signingReasons = async (
  database: Queryable,
  state: SigningState,
  on: string,
): Promise<readonly Reason[]> => [
  ...incompleteReasons(state),
  ...contactReasons(state),
  ...(await politicalListReasons(database, state.id)),
  ...(await documentReasons(database, state.id, { on, step: state.is_draft ? 'submit' : 'sign' })),
  ...((await exclusivityReasons(database, spacesOfLines('contracts', [state.id]))).get(state.id) ?? []),
  ...(await ownExclusivityReasons(database, state.id)),
  ...(await partyReasons(database, state, {
    document: 'contracts',
    on,
    total: state.total,
    owed: { before: '0.00', after: state.total },
  })),
];

/** Reasons by contract, as commands answer them before they run: for a signature of today. */
export const refuseUnsignable = async (
  { tx, now }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Reason[]>> => {
  const found = new Map<string, readonly Reason[]>();
  const today = companyDay(now);
  const texts = await unusableTexts(tx, ids);
  for (const state of await readSigningStates(tx, ids)) {
    const text = texts.get(state.id);
    found.set(state.id, [...(text ? [text] : []), ...(await signingReasons(tx, state, today))]);
  }
  return found;
};
