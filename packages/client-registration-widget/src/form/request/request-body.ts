import type { FormTexts as Texts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import type { Answers, TextAnswers } from '../answers.ts';
import { checkField } from '../check.ts';
import type { FormDefinition, Option } from '../form-definition.ts';

/** The origin of the visit (see `noteVisit`) and the page of the form. */
export type Attribution = Readonly<Record<string, string>>;

/** Body of `POST {form}/registrations`; empty optional answers are omitted. */
export interface RegistrationBody {
  readonly legal_name: string;
  readonly trade_name?: string;
  readonly person_kind: string;
  readonly country: string;
  readonly tax_id_type: string;
  readonly tax_id: string;
  readonly locality?: string;
  readonly address?: string;
  readonly website?: string;
  readonly industry_id?: Option['id'];
  readonly investment_band?: string;
  readonly platform_ids: readonly Option['id'][];
  readonly contact: {
    readonly first_name: string;
    readonly last_name: string;
    readonly job?: string;
    readonly email: string;
    readonly phone: string;
  };
  readonly agency: { readonly name: string; readonly tax_id?: string } | null;
  readonly comments?: string;
  readonly consent: true;
  readonly notice_version: string;
  readonly fax: string;
  readonly attribution?: Attribution;
}

/**
 * The answers in the format of the server: numbers compact, telephone in E.164, ids of the type that the server sent.
 */
export function requestBody(
  answers: Answers,
  definition: FormDefinition,
  texts: Texts,
  attribution?: Attribution,
): RegistrationBody {
  const text = (name: keyof TextAnswers): string =>
    checkField(name, answers, { definition, texts }).value ?? '';
  const optional = (name: keyof TextAnswers): string | undefined => text(name) || undefined;
  const idOf = (options: readonly Option[], id: string): Option['id'] | undefined =>
    options.find((option) => String(option.id) === id)?.id;
  return {
    legal_name: text('legal_name'),
    trade_name: optional('trade_name'),
    person_kind: answers.person_kind,
    country: answers.country,
    tax_id_type: answers.tax_id_type,
    tax_id: text('tax_id'),
    locality: optional('locality'),
    address: optional('address'),
    website: optional('website'),
    industry_id: idOf(definition.industries, answers.industry_id),
    investment_band: optional('investment_band'),
    platform_ids: definition.platforms
      .filter(({ id }) => answers.platform_ids.includes(String(id)))
      .map(({ id }) => id),
    contact: {
      first_name: text('contact.first_name'),
      last_name: text('contact.last_name'),
      job: optional('contact.job'),
      email: text('contact.email'),
      phone: text('contact.phone'),
    },
    agency: answers.has_agency ? { name: text('agency.name'), tax_id: optional('agency.tax_id') } : null,
    comments: optional('comments'),
    consent: true,
    notice_version: definition.notice.version,
    fax: answers.fax,
    attribution,
  };
}
