import type { ReactNode } from 'react';
import type { FormDefinition } from './form/form-definition.ts';

/** All questions on one page, or in up to three steps. */
export type ClientRegistrationLayout = 'page' | 'steps';

/**
 * Texts needed before the definition is loaded, in one language: an export of
 * `@pauta/client-registration-widget/locales/*`, such as `en`. All other texts are part of the definition.
 *
 * @example import { en } from '@pauta/client-registration-widget/locales/en';
 */
export interface ClientRegistrationTexts {
  /** BCP 47 language tag. */
  readonly lang: string;
  readonly loading: string;
  /** Explanations why the form cannot be shown. */
  readonly unavailable: {
    readonly title: string;
    readonly network: string;
    readonly origin: string;
    readonly gone: string;
    readonly server: string;
    /** Label of the retry button. */
    readonly again: string;
  };
}

/** `auto` follows the `color-scheme` of the page, so that a page without a dark theme stays light. */
export type ClientRegistrationTheme = 'auto' | 'light' | 'dark';

/** Answers by field name, as in the request, such as `contact.email`. */
export type ClientRegistrationValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Methods of a rendered form. */
export interface ClientRegistrationHandle {
  /** The current answers, as typed. */
  getValues(): ClientRegistrationValues;
  /** Sets answers, which the visitor may change. Unknown names and the consent are ignored. */
  setValues(values: ClientRegistrationValues): void;
  /** Clears all answers and deletes the draft. */
  reset(): void;
  /** Does the same as the button: continues to the next step, or sends. */
  submit(): void;
}

/** The form is on screen and ready for input. */
export interface ClientRegistrationReady {
  /** Version of this package. */
  readonly version: string;
  /** Milliseconds from mounting until the form was ready. */
  readonly ms: number;
  readonly form: ClientRegistrationHandle;
}

/** An answer changed. */
export interface ClientRegistrationChange {
  /** Field name, as in the request. The value is available from `getValues()`. */
  readonly name: string;
}

/** The page was left with answers that were not sent. */
export interface ClientRegistrationAbandon {
  /** Name of the field that was answered last. */
  readonly lastField: string;
}

/** The visitor moved to another step. */
export interface ClientRegistrationStep {
  /** Number of the previous step, from 1. */
  readonly from: number;
  readonly to: number;
}

/** The errors that prevent continuing or sending. */
export interface ClientRegistrationInvalid {
  /** Field names, as in the request (`contact.email`), without values. */
  readonly fields: readonly string[];
}

/** The registration about to be sent. */
export interface ClientRegistrationSubmit {
  /** A copy of the request's body. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A registration was received. */
export interface ClientRegistrationSuccess {
  /** Number of the registration, to quote in further contact: `REG-2026-000001`. */
  readonly folio: string;
  /** Time of reception, ISO 8601. */
  readonly receivedAt: string;
}

/** The form could not be shown or a registration could not be sent; the visitor has been informed. */
export interface ClientRegistrationError {
  /**
   * - `no_key` no form key was given
   * - `network` the server could not be reached
   * - `origin` the page is not among the allowed origins of the form
   * - `gone` the form does not exist or is disabled
   * - `large`, `rate`, `server`, `refused` the registration was not accepted
   * - `render` an error of this package
   */
  readonly code:
    | 'no_key'
    | 'network'
    | 'origin'
    | 'gone'
    | 'large'
    | 'rate'
    | 'server'
    | 'refused'
    | 'render';
  /** HTTP status, 0 without a response. */
  readonly status: number;
}

/** Events by name, without `crw:`. */
export interface ClientRegistrationEvents {
  readonly ready: ClientRegistrationReady;
  readonly view: null;
  readonly start: null;
  readonly change: ClientRegistrationChange;
  readonly step: ClientRegistrationStep;
  readonly invalid: ClientRegistrationInvalid;
  readonly submit: ClientRegistrationSubmit;
  readonly success: ClientRegistrationSuccess;
  readonly error: ClientRegistrationError;
  readonly abandon: ClientRegistrationAbandon;
}

export interface ClientRegistrationProps {
  /** Public key of the form, from the back office. */
  readonly formKey: string;
  /** Address of the server, such as `https://pauta.example`. Default: the page's own origin. */
  readonly apiBase?: string;
  /** Default: the form's own setting, usually `auto`. */
  readonly theme?: ClientRegistrationTheme;
  /** Default: the form's own setting, usually `page`. */
  readonly layout?: ClientRegistrationLayout;
  /**
   * Language of the page (`es-MX`, `es-ES`, `en`), in which the server sends its texts; if it is unsupported, the texts
   * are in the form's own language. Default: the language of `texts`, otherwise the form's own.
   */
  readonly lang?: string;
  /** Texts shown before the form is loaded, in the language of the page. Default: Latin American Spanish. */
  readonly texts?: ClientRegistrationTexts;
  /**
   * Initial answers by field name, as in the request: `{ country: 'MX' }`. A draft of the visitor takes precedence.
   * Names and countries that the form does not have are ignored.
   */
  readonly values?: ClientRegistrationValues;
  /**
   * Preset answers to questions that the form does not ask; they are sent. If one is invalid, its question is asked.
   * Also `utm_source` to `utm_content`, used if the page's address has none.
   */
  readonly hiddenValues?: ClientRegistrationValues;
  /** Stores the answers for 24 hours in this tab, without fiscal numbers. Default `session`. */
  readonly draft?: 'session' | 'off';
  /** Level of the form's heading; headings of sections are one level lower. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4;
  /**
   * The form's definition, if it is already known: no request is sent, and a server-rendered page shows the form at
   * once. It is `form` in the response of `GET {apiBase}/api/public/forms/{formKey}`.
   */
  readonly definition?: FormDefinition;
  /**
   * Another way to register: shown in place of a form that cannot be shown, and when a registration could not be sent.
   */
  readonly fallback?: ReactNode;
  readonly className?: string;
  onReady?(detail: ClientRegistrationReady): void;
  /** The form entered the middle half of the window for the first time. */
  onView?(): void;
  /** The visitor gave the first answer. */
  onStart?(): void;
  onChange?(detail: ClientRegistrationChange): void;
  onStep?(detail: ClientRegistrationStep): void;
  /** The visitor tried to send with missing or invalid answers, and has been informed. */
  onInvalid?(detail: ClientRegistrationInvalid): void;
  /** A valid registration is about to be sent; returning `false` prevents that. */
  onSubmit?(detail: ClientRegistrationSubmit): unknown;
  /** Returning `false` prevents the redirect to the form's thank-you page. */
  onSuccess?(detail: ClientRegistrationSuccess): unknown;
  onAbandon?(detail: ClientRegistrationAbandon): void;
  onError?(detail: ClientRegistrationError): void;
}
