import { isEmpty } from '../../kinds/kind.ts';
import type { Values } from '../../resource/resource.ts';
import type { formLayouts, optionalQuestions } from './public-form.ts';
import type { FormLocale } from './texts/form-texts.ts';

/** Questions of the form by field name, as in the request. */
const questions: Readonly<Record<keyof typeof optionalQuestions, string>> = {
  trade_name: 'trade_name',
  industry: 'industry_id',
  website: 'website',
  locality: 'locality',
  address: 'address',
  job: 'contact.job',
  platforms: 'platform_ids',
  investment_band: 'investment_band',
  agency: 'has_agency',
  comments: 'comments',
};

/** The texts and appearance of a form, as the form component needs them. */
export interface FormDescription {
  readonly key: string;
  readonly title: string;
  readonly intro?: string;
  readonly submit_label?: string;
  /** Questions that are not asked, by field name as in the request. */
  readonly hidden: readonly string[];
  readonly notice: { readonly version: string; readonly text: string };
  /** Language of these texts, and of the form if its page requests no other. */
  readonly locale: FormLocale;
  readonly layout: keyof typeof formLayouts;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly primary_color?: string;
  readonly thanks: { readonly title?: string; readonly text?: string; readonly url?: string };
}

/** The part of a form's public description that comes from its record; also used to preview unsaved values. */
export function describePublicForm(form: Values): FormDescription {
  const given = (name: string): string | undefined =>
    isEmpty(form[name]) ? undefined : String(form[name]).trim();
  const shown = Array.isArray(form.shown_fields) ? form.shown_fields : [];
  return {
    key: given('key') ?? '',
    title: given('title') ?? '',
    intro: given('intro'),
    submit_label: given('submit_label'),
    hidden: Object.entries(questions).flatMap(([name, question]) => (shown.includes(name) ? [] : [question])),
    notice: { version: given('notice_version') ?? '', text: given('notice_text') ?? '' },
    locale: (given('locale') ?? 'es-419') as FormLocale,
    layout: form.layout === 'steps' ? 'steps' : 'page',
    theme: form.theme === 'light' || form.theme === 'dark' ? form.theme : 'auto',
    primary_color: /^#[0-9a-f]{6}$/i.test(String(form.primary_color)) ? given('primary_color') : undefined,
    thanks: { title: given('thanks_title'), text: given('thanks_text'), url: given('thanks_url') },
  };
}
