import { formatPhone } from '@pauta/domain/phone/phone.ts';
import { formatTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { readSettings } from './store.ts';

/** What stands at the head and foot of a document: the company that issues it. */
export interface Letterhead {
  readonly name: string;
  /** Legal name where it is not the name, identification, address, telephone. */
  readonly details: readonly string[];
  readonly footer: string;
  /** `#RRGGBB` */
  readonly color: string;
  /** A PNG of limited size; null without one. */
  readonly logo: Buffer | null;
}

interface CompanyRow {
  name: string;
  legal_name: string | null;
  tax_id_type: string;
  tax_id: string | null;
  country: string;
  address: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  logo: string | null;
}

/** Three times the height at which it is printed; a logo of a company may have any size. */
const logoSize = { width: 900, height: 240 } as const;

const readLogo = async ({ storage, log }: FastifyInstance, path: string | null): Promise<Buffer | null> => {
  const bytes = path === null ? undefined : await storage.read(path);
  if (!bytes) return null;
  try {
    return await sharp(bytes, { limitInputPixels: 100_000_000 })
      .rotate()
      .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch (err) {
    // A document without its logo is better than none.
    log.warn({ err }, 'the logo of a company cannot be read');
    return null;
  }
};

/** The texts of a letterhead, and where the logo is stored. */
export interface Issuer extends Omit<Letterhead, 'logo'> {
  readonly logoPath: string | null;
}

/**
 * Who issues a document, with the name, colour and foot of the settings.
 *
 * @param companyIds none is every company. Of several it has the names alone
 */
export const readIssuer = async (database: Queryable, companyIds: readonly string[]): Promise<Issuer> => {
  const [settings, companies] = [
    await readSettings(database),
    await database.query<CompanyRow>(sql`
      SELECT c.name, c.legal_name, c.tax_id_type, c.tax_id, p.code AS country, c.address, c.phone, c.email, c.website,
        f.path AS logo
      FROM companies c JOIN countries p ON p.id = c.country_id LEFT JOIN files f ON f.id = c.logo
      WHERE c.id = ANY(${[...companyIds]}::uuid[])
        OR (${companyIds.length === 0} AND c.archived_at IS NULL AND c.is_active)
      ORDER BY c.sort_order, c.name, c.id`),
  ];
  const company = companies.length === 1 ? companies[0] : undefined;
  const set = String(settings['pdf_branding.company_name'] ?? '').trim();
  const name = set || company?.legal_name || companies.map((one) => one.name).join(' · ');
  return {
    name,
    details: company
      ? [
          ...(company.legal_name && company.legal_name !== name ? [company.legal_name] : []),
          ...(company.tax_id === null
            ? []
            : [
                `${company.tax_id_type}: ${formatTaxId(company.country, company.tax_id_type, company.tax_id)}`,
              ]),
          ...(company.address ? [company.address.replaceAll(/\s*\n\s*/g, ', ')] : []),
          [company.phone && formatPhone(company.phone), company.email, company.website]
            .filter(Boolean)
            .join(' · '),
        ].filter((detail) => detail !== '')
      : [],
    footer: String(settings['pdf_branding.footer'] ?? ''),
    color: String(settings['pdf_branding.color'] ?? '#1F4E79'),
    logoPath: company?.logo ?? null,
  };
};

/**
 * The letterhead of a document, as pages and the printer need it.
 *
 * @param companyIds who issues it, as for {@link readIssuer}
 * @param database the transaction of a caller that has one: waiting for a second connection could block them all
 */
export const readLetterhead = async (
  app: FastifyInstance,
  companyIds: readonly string[],
  database: Queryable = app.database,
): Promise<Letterhead> => {
  const { logoPath, ...issuer } = await readIssuer(database, companyIds);
  return { ...issuer, logo: await readLogo(app, logoPath) };
};
