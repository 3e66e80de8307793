import type { ClientRegistrationError } from '../client-registration-props.ts';
import { fromJson } from '../net/from-json.ts';
import { loadEngine } from './engine/load-engine.ts';

/** A value of a list with its id on the server. */
export interface Option {
  readonly id: string | number;
  readonly name: string;
  /** Language of the name where it is not the form's, BCP 47. */
  readonly lang?: string;
}

/** A type of identification as the form shows it. */
export interface TaxIdName {
  readonly type: string;
  readonly label: string;
  /** A number of it, as people write it. */
  readonly example?: string;
}

/** A country a company may register from. */
export interface FormCountry {
  /** ISO 3166-1 alpha-2. */
  readonly iso2: string;
  readonly name: string;
  readonly calling_code: string;
  /** Types of identification in use there, the most usual first: `['RNC', 'CEDULA', 'PASAPORTE', 'OTRO']`. */
  readonly tax_id_types: readonly string[];
  /** Their names; one that is missing is shown as its type. */
  readonly tax_ids?: readonly TaxIdName[];
  /** A telephone number of the country, as people write it. */
  readonly phone_example?: string;
}

/** The definition of one form: `GET /api/public/forms/{key}` → `{ form }`. */
export interface FormDefinition {
  readonly key: string;
  readonly title: string;
  readonly countries: readonly FormCountry[];
  readonly default_country: string;
  readonly industries: readonly Option[];
  /** Media a company may be interested in. */
  readonly platforms: readonly Option[];
  readonly investment_bands: readonly { readonly value: string; readonly label: string }[];
  /** The privacy notice that the visitor consents to. Addresses in the text become links. */
  readonly notice: { readonly version: string; readonly text: string };
  /** Language of the texts above, and of the form where its page asks for no other. BCP 47. */
  readonly locale: string;
  /** Under the title and on the button, instead of the form's own words. */
  readonly intro?: string;
  readonly submit_label?: string;
  /** Optional questions that are not asked, by their name in the request. */
  readonly hidden?: readonly string[];
  /** Default layout, which the page can override. */
  readonly layout?: 'page' | 'steps';
  /** All texts, in the requested language. */
  readonly texts: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** Default theme, which the page can override. */
  readonly theme?: 'auto' | 'light' | 'dark';
  /** Colour of the button, `#rrggbb`. */
  readonly primary_color?: string;
  /** After sending: other words, or a page of one's own. */
  readonly thanks?: { readonly title?: string; readonly text?: string; readonly url?: string };
  /** Labels that replace the form's own, by the field's name in the request (`tax_id`, `contact.job`). */
  readonly labels?: Readonly<Record<string, string>>;
}

/** The result of loading a form: one of both. */
export interface LoadedDefinition {
  readonly definition?: FormDefinition;
  readonly problem?: ClientRegistrationError;
}

const codes: Readonly<Record<number, ClientRegistrationError['code']>> = {
  0: 'network',
  403: 'origin',
  404: 'gone',
  410: 'gone',
};

/**
 * Address of a form's calls.
 *
 * @param apiBase address of the server, with or without `/api`; empty for the page's own
 * @example formUrl('https://pauta.example/api', 'pk_1') // 'https://pauta.example/api/public/forms/pk_1'
 */
export function formUrl(apiBase: string, key: string): string {
  const server = apiBase.replace(/\/+$/, '').replace(/\/api$/, '');
  return `${server}/api/public/forms/${encodeURIComponent(key)}`;
}

/**
 * Never sends cookies, asks nothing that needs a preflight, and does not give up at the first stumble.
 *
 * @param lang language of the page, BCP 47
 */
export async function loadForm(
  url: string,
  lang: string | undefined,
  signal: AbortSignal,
): Promise<LoadedDefinition> {
  const address = lang ? `${url}?lang=${encodeURIComponent(lang)}` : url;
  let status = 0;
  try {
    let response: Response | undefined;
    try {
      response = await fetch(address, { credentials: 'omit', signal });
    } catch (error) {
      // Without a connection waiting is useless: the visitor is informed.
      if (!navigator.onLine) throw error;
    }
    if (!response || response.status === 429 || response.status >= 500) {
      // Retrying is part of the engine, which few visitors need here.
      const { persistentFetch } = await loadEngine();
      response = await persistentFetch(address, {}, { signal, pace: 500 });
    }
    ({ status } = response);
    const { form: definition } = fromJson(await response.text()) as { form?: FormDefinition };
    if (response.ok && Array.isArray(definition?.countries) && definition.texts) return { definition };
  } catch {
    // The status is enough; 0 is no answer at all.
  }
  return { problem: { code: codes[status] ?? 'server', status } };
}
