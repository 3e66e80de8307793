import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import type { SetupName, SetupState } from '@pauta/domain/home/setup.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import sql, { join, raw } from 'sql-template-tag';
import type { Mailer } from '../mail/mail-area.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isReference, quoted, tableOf, targetOf } from '../resource/table.ts';

const catalogueNames = new Set(catalogues.map(({ name }) => name));
const isCatalogue = ({ name }: Resource): boolean => catalogueNames.has(name);

/** Catalogues without which some record cannot be created. */
const neededCatalogues: readonly Resource[] = [
  ...new Set(
    resources
      .filter((resource) => resource.operations.includes('create') && !isCatalogue(resource))
      .flatMap(({ fields }) => Object.values(fields))
      .filter((field) => field.options.required === true && isReference(field))
      .map(targetOf)
      .filter(isCatalogue),
  ),
];

const isOwnMachine = (address: string): boolean =>
  !URL.canParse(address) ||
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1?\]|0\.0\.0\.0)$/.test(new URL(address).hostname);

/** The steps that are facts of the database. */
type Fact = Exclude<SetupName, 'address' | 'mail' | 'catalogues'>;

/** The progress of the setup, computed from the current data. */
export const readSetup = async (
  database: Queryable,
  mailer: Pick<Mailer, 'address' | 'hasFixedAddress' | 'standing'>,
  userId: string,
): Promise<SetupState> => {
  const row = await database.one<Readonly<Record<Fact | 'dismissed', boolean>>>(sql`
    SELECT
      EXISTS (SELECT FROM companies WHERE is_active AND archived_at IS NULL AND legal_name IS NOT NULL AND tax_id IS NOT NULL) AS company,
      EXISTS (SELECT FROM users WHERE status IN ('active', 'invited') AND id <> ${userId}) AS people,
      EXISTS (
        SELECT FROM public_forms f, unnest(f.allowed_origins) AS origin
        WHERE f.status = 'active' AND f.archived_at IS NULL
          AND origin !~ '^https?://(localhost|127\\.|\\[::1\\])') AS form,
      EXISTS (SELECT FROM portfolio_rules WHERE is_active AND archived_at IS NULL) AS portfolio,
      EXISTS (
        SELECT FROM fiscal_sequences
        WHERE archived_at IS NULL AND remaining > 0 AND (expires_on IS NULL OR expires_on >= business_date())) AS fiscal,
      EXISTS (SELECT FROM inventory_items WHERE status = 'active' AND capacity > 0 AND archived_at IS NULL) AS space,
      EXISTS (SELECT FROM price_lists WHERE status = 'current' AND archived_at IS NULL) AS rate_card,
      EXISTS (SELECT FROM quotes WHERE archived_at IS NULL) AS quote,
      EXISTS (SELECT FROM contracts WHERE status IN ('signed', 'active', 'suspended', 'finished')) AS contract,
      EXISTS (SELECT FROM invoices WHERE status = 'issued' AND doc_kind = 'invoice') AS invoice,
      EXISTS (SELECT FROM payments WHERE status IN ('registered', 'reconciled')) AS payment,
      EXISTS (SELECT FROM setup_dismissals WHERE user_id = ${userId}) AS dismissed`);
  if (!row) throw new Error('a row of facts was asked for');
  const counts = neededCatalogues.map(
    (resource, index) =>
      sql`SELECT ${raw(String(index))} AS place
        WHERE NOT EXISTS (SELECT FROM ${raw(quoted(resource.name))} t WHERE ${raw(tableOf(resource).offered)})`,
  );
  const empty = await database.query<{ place: number }>(sql`${join(counts, ' UNION ALL ')} ORDER BY place`);
  const value = await mailer.address(database, '');
  const mail = mailer.standing();
  const { dismissed, ...facts } = row;
  return {
    done: {
      ...facts,
      address: !isOwnMachine(value),
      mail: mail.state === 'ok',
      catalogues: empty.length === 0,
    },
    empty_catalogues: empty.flatMap(({ place }) => neededCatalogues[place]?.label.many ?? []),
    address: { value, fixed: mailer.hasFixedAddress },
    mail,
    dismissed,
  };
};
