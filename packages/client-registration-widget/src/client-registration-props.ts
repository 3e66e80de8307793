import type { ReactNode } from 'react';
import type { FormDefinition } from './form/form-definition.ts';

/** Everything on one page, or in up to three steps. */
export type ClientRegistrationLayout = 'page' | 'steps';

/**
 * Texts needed before the definition is loaded, in one language: an export of
 * `@pauta/client-registration-widget/locales/*`, such as `en`. All other texts are part of the definition.
 *
 * @example import { en } from '@pauta/client-registration-widget/locales/en';
 */
export interface ClientRegistrationTexts {
  /** BCP 47. */
  readonly lang: string;
  readonly loading: string;
  /** Why there is no form. */
  readonly unavailable: {
    readonly title: string;
    readonly network: string;
    readonly origin: string;
    readonly gone: string;
    readonly server: string;
    /** On the button that tries again. */
    readonly again: string;
  };
}

/** `auto` follows the `color-scheme` of the page, so that a page without a dark theme stays light. */
export type ClientRegistrationTheme = 'auto' | 'light' | 'dark';

/** Answers by the name of their field in the request, such as `contact.email`. */
export type ClientRegistrationValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Methods of a rendered form. */
export interface ClientRegistrationHandle {
  /** The current answers, as typed. */
  getValues(): ClientRegistrationValues;
  /** Sets answers, which the visitor may change. Unknown names are ignored, and so is the consent. */
  setValues(values: ClientRegistrationValues): void;
  /** Empties it, and drops the draft. */
  reset(): void;
  /** As the button does: goes on to the next step, or sends. */
  submit(): void;
}

/** The form is on screen and can be filled. */
export interface ClientRegistrationReady {
  /** Version of this package. */
  readonly version: string;
  /** Milliseconds from mounting to the form being usable. */
  readonly ms: number;
  readonly form: ClientRegistrationHandle;
}

/** An answer is another. */
export interface ClientRegistrationChange {
  /** Name of its field, as in the request. No value: `getValues()` has it. */
  readonly name: string;
}

/** The page was left with answers that were not sent. */
export interface ClientRegistrationAbandon {
  /** Name of the field that was answered last. */
  readonly lastField: string;
}

/** The visitor came to another step. */
export interface ClientRegistrationStep {
  /** From 1. */
  readonly from: number;
  readonly to: number;
}

/** The errors that prevent sending. */
export interface ClientRegistrationInvalid {
  /** Names of the fields, as in the request (`contact.email`). No values. */
  readonly fields: readonly string[];
}

/** The registration about to be sent. */
export interface ClientRegistrationSubmit {
  /** A copy of the request's body. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A registration was received. */
export interface ClientRegistrationSuccess {
  /** Number to quote in any further contact: `REG-2026-000001`. */
  readonly folio: string;
  /** Instant of reception, ISO 8601. */
  readonly receivedAt: string;
}

/** The form could not be shown or a registration could not be sent; the visitor has been informed. */
export interface ClientRegistrationError {
  /**
   * - `no_key` no form key was given
   * - `network` the server could not be reached
   * - `origin` the page is not among the origins of the key
   * - `gone` no such form, or it was switched off
   * - `large`, `rate`, `server`, `refused` a registration that was not taken
   * - `render` a fault of this package
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
  /** HTTP status, 0 when there was none. */
  readonly status: number;
}

/** Events for the page, by name without `crw:`. */
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
   * Language of the page (`es-MX`, `es-ES`, `en`), in which the server sends its texts; for an unsupported one, in the
   * form's own. Default: that of `texts`, else the form's own.
   */
  readonly lang?: string;
  /** Texts shown before the form is loaded, in the language of the page. Default: Latin American Spanish. */
  readonly texts?: ClientRegistrationTexts;
  /**
   * Answers that stand in the form from the beginning, by their name in the request: `{ country: 'MX' }`. What the
   * visitor left behind in a draft comes before them. Names and countries that the form does not have are ignored.
   */
  readonly values?: ClientRegistrationValues;
  /**
   * Preset answers to questions that the form does not ask; they are sent. If one is invalid, its question is asked
   * after all. Also `utm_source` to `utm_content`, used when the page's address has none.
   */
  readonly hiddenValues?: ClientRegistrationValues;
  /** Keep what was typed for 24 hours in this tab, without fiscal numbers. Default `session`. */
  readonly draft?: 'session' | 'off';
  /** Level of the form's heading; the sections are one below. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4;
  /**
   * The form's definition, where it is already known: then nothing is loaded, and a server-rendered page shows the form
   * at once. It is `form` of the answer of `GET {apiBase}/api/public/forms/{formKey}`.
   */
  readonly definition?: FormDefinition;
  /** Another way to register: shown where the form cannot be, and beside a failure to send it. */
  readonly fallback?: ReactNode;
  readonly className?: string;
  onReady?(detail: ClientRegistrationReady): void;
  /** The form came into the middle half of the window for the first time. */
  onView?(): void;
  /** The visitor gave the first answer. */
  onStart?(): void;
  onChange?(detail: ClientRegistrationChange): void;
  onStep?(detail: ClientRegistrationStep): void;
  /** The visitor tried to send with answers missing or wrong, and has been informed. */
  onInvalid?(detail: ClientRegistrationInvalid): void;
  /** A registration without faults is about to be sent; `false` keeps it from being sent. */
  onSubmit?(detail: ClientRegistrationSubmit): unknown;
  /** Returning `false` keeps the visitor here, where the form would redirect to its page of thanks. */
  onSuccess?(detail: ClientRegistrationSuccess): unknown;
  onAbandon?(detail: ClientRegistrationAbandon): void;
  onError?(detail: ClientRegistrationError): void;
}
