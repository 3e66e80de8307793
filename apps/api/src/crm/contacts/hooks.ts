import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Rule, Values } from '@pauta/domain/resource/resource.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { rowScope } from '../../resource/reading/row-scope.ts';
import { undoMerge } from '../merging/undo-merge.ts';

/** Every number must be valid in its country's numbering plan, according to libphonenumber. */
const plausiblePhones: Rule = (values, current) => {
  const rows = (values.phones ?? []) as readonly JsonRow[];
  const known = new Set(((current?.phones ?? []) as readonly JsonRow[]).map(({ number }) => number));
  const wrong = rows.findIndex(
    ({ number }) => !known.has(number) && !parsePhoneNumberFromString(String(number))?.isPossible(),
  );
  return wrong < 0
    ? null
    : { phones: [`Teléfono ${wrong + 1}, Número: revise el número; no tiene las cifras de su país.`] };
};

/** A user who sees only the contacts of their own companies would not see a contact without a company. */
const requireCompany = (actor: Actor, values: Values, current?: Values): void => {
  if (rowScope(contacts, actor) === 'all') return;
  const said = (name: string): unknown => (name in values ? values[name] : current?.[name]);
  if (said('client_id') || said('agency_id')) return;
  throw invalid({ client_id: ['Elija el cliente o la agencia de la persona.'] });
};

/** The first contact of a company becomes its main contact, even if that was not requested. */
const mainWhenFirst = async (
  { tx, before = [] }: HandlerContext,
  values: Values,
): Promise<Values | undefined> => {
  const [client, agency] = [referenceId(values.client_id), referenceId(values.agency_id)];
  if ((client === null) === (agency === null) || values.is_main_contact === true) return undefined;
  if (before.some((one) => (referenceId(one.client_id) ?? referenceId(one.agency_id)) === (client ?? agency)))
    return undefined;
  // The lock makes the second of two concurrent creations see the first.
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`main contact of ${client ?? agency}`}))`);
  const other = await tx.one(sql`
    SELECT FROM contacts WHERE coalesce(client_id, agency_id) = ${client ?? agency}::uuid AND archived_at IS NULL LIMIT 1`);
  return other ? undefined : { is_main_contact: true };
};

const move: StateChangeHandler = async (_context, record, input) => {
  const [client, agency] = [referenceId(input.client_id), referenceId(input.agency_id)];
  if ((client === null) === (agency === null)) {
    throw invalid({ client_id: ['Elija el cliente o la agencia adonde va: uno de los dos.'] });
  }
  const present = referenceId(record.client_id) ?? referenceId(record.agency_id);
  if (present === (client ?? agency) && record.role === input.role) {
    throw invalid({ client_id: ['Ya está en esa empresa con esa función. Elija otra.'] });
  }
  if (typeof record.company_since === 'string' && present && String(input.date) <= record.company_since) {
    const since = formatCivilDate(record.company_since);
    throw invalid({
      date: [
        `Use una fecha posterior al ${since}, cuando comenzó en su empresa actual. Para corregirla, use «Editar».`,
      ],
    });
  }
  return { client_id: client, agency_id: agency, role: input.role, company_since: input.date };
};

const withdrawConsent: StateChangeHandler = async (_context, record) => {
  if (record.consent_marketing !== true) {
    throw conflict('no_consent', 'No hay consentimiento que dar de baja: la persona no recibe publicidad.');
  }
  return { consent_marketing: false };
};

/** Hooks of contacts. */
export const contactHooks: ResourceHooks = {
  ...undoMerge(mergings.contacts, 'Contactos fusionados'),
  rules: [plausiblePhones],
  beforeCreate: async (context, values) => {
    requireCompany(context.actor, values);
    return mainWhenFirst(context, values);
  },
  beforeUpdate: async ({ actor }, current, values) => requireCompany(actor, values, current),
  commands: { move, withdraw_consent: withdrawConsent },
};
