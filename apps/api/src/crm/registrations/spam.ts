import { createHash } from 'node:crypto';
import type { SpamSign } from '@pauta/domain/crm/registrations/spam.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { addressBlock } from '../../platform/http/address-block.ts';

const link = /https?:\/\/|www\.|\[url|<a\s/i;
const texts = [
  'legal_name',
  'trade_name',
  'address',
  'locality',
  'comments',
  'contact_first_name',
  'contact_last_name',
  'contact_job',
  'agency_name',
];

/** Threshold for the last day, including this one. */
const many = { email: 3, domain: 10, network: 10 } as const;

/** Domains of free mail providers are no sign, because everybody may have an address there. */
const shared = ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'live.com', 'yahoo.es'];

/** A hash of the visitor's network: enough to count, not enough to identify anyone. */
export const sourceHash = (ip: string): Buffer =>
  createHash('sha256')
    .update(`registration ${addressBlock(ip)}`)
    .digest();

/** Signs that a registration may be spam. It is accepted regardless: a person decides, and sees the signs. */
export const findSpamSigns = async (
  database: Queryable,
  values: Values,
  { hiddenField, source }: { hiddenField: boolean; source: Buffer },
): Promise<SpamSign[]> => {
  const email = String(values.contact_email);
  const domain = email.split('@')[1] ?? '';
  const seen = await database.one<{ email: number; domain: number; network: number }>(sql`
    SELECT
      (SELECT count(*)::integer FROM client_registrations
        WHERE contact_email = ${email} AND received_at > now() - interval '1 day') AS email,
      (SELECT count(*)::integer FROM client_registrations
        WHERE split_part(contact_email, '@', 2) = ${domain} AND received_at > now() - interval '1 day') AS domain,
      (SELECT count(*)::integer FROM client_registrations
        WHERE source_hash = ${source} AND received_at > now() - interval '1 day') AS network`);
  const { email: mails = 0, domain: domains = 0, network = 0 } = seen ?? {};
  const signs: [SpamSign, boolean][] = [
    ['hidden_field', hiddenField],
    ['links', texts.some((name) => link.test(String(values[name] ?? '')))],
    ['repeated_email', mails + 1 >= many.email],
    ['repeated_domain', domains + 1 >= many.domain && !shared.includes(domain)],
    ['repeated_network', network + 1 >= many.network],
  ];
  return signs.filter(([, is]) => is).map(([sign]) => sign);
};
