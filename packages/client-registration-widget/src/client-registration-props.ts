import type { ReactNode } from 'react';
import type { FormDefinition } from './form/form-definition.ts';

/** Everything on one page, or in up to three steps. */
export type ClientRegistrationLayout = 'page' | 'steps';

/**
 * What the form says in one language before it is there: what `@pauta/client-registration-widget/locales/*` exports,
 * such as `en`. All else comes with its definition.
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

/** What a page may do with a form that is there. */
export interface ClientRegistrationHandle {
  /** What has been answered so far, as typed. */
  getValues(): ClientRegistrationValues;
  /** Answers for the visitor, who may change them. Names that are not asked for are ignored, and so is the consent. */
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

/** What holds the form back. */
export interface ClientRegistrationInvalid {
  /** Names of the fields, as in the request (`contact.email`). No values. */
  readonly fields: readonly string[];
}

/** What is about to be sent. */
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

/** The form could not be shown or a registration could not be sent; the visitor has been told. */
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

/** What a page is told, by the name of its event without `crw:`. */
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
  /** Default: what the form says, `auto` as a rule. */
  readonly theme?: ClientRegistrationTheme;
  /** Default: what the form says, `page` as a rule. */
  readonly layout?: ClientRegistrationLayout;
  /**
   * Language of the page (`es-MX`, `es-ES`, `en`), for the server to send its texts; one that the form does not speak is
   * answered in its own. Default: that of `texts`, else the form's own.
   */
  readonly lang?: string;
  /** What is said before the form is there, in the language of the page. Default: Spanish of America. */
  readonly texts?: ClientRegistrationTexts;
  /**
   * Answers that stand in the form from the beginning, by their name in the request: `{ country: 'MX' }`. What the
   * visitor left behind in a draft comes before them. Names and countries that the form does not have are ignored.
   */
  readonly values?: ClientRegistrationValues;
  /**
   * The same for questions that are not asked: what they are answered with is sent. One that turns out to be wrong is
   * asked after all. Also `utm_source` to `utm_content`, for what the page's address says nothing of.
   */
  readonly hiddenValues?: ClientRegistrationValues;
  /** Keep what was typed for 24 hours in this tab, without fiscal numbers. Default `session`. */
  readonly draft?: 'session' | 'off';
  /** Level of the form's heading; the sections are one below. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4;
  /**
   * What the server says about the form, where it is already known: nothing is loaded, and a page that is rendered on
   * a server shows the form at once. Answer of `GET {apiBase}/api/public/forms/{formKey}`, its `form`.
   */
  readonly definition?: FormDefinition;
  /** Another way to register: shown where the form cannot be, and beside a failure to send it. */
  readonly fallback?: ReactNode;
  readonly className?: string;
  onReady?(detail: ClientRegistrationReady): void;
  /** The form came into the middle half of the window for the first time. */
  onView?(): void;
  /** The visitor gave his first answer. */
  onStart?(): void;
  onChange?(detail: ClientRegistrationChange): void;
  onStep?(detail: ClientRegistrationStep): void;
  /** The visitor pressed the button with answers missing or wrong; he has been told. */
  onInvalid?(detail: ClientRegistrationInvalid): void;
  /** A registration without faults is about to be sent; `false` keeps it from being sent. */
  onSubmit?(detail: ClientRegistrationSubmit): unknown;
  /** `false` keeps the visitor here, where the form would lead him to its page of thanks. */
  onSuccess?(detail: ClientRegistrationSuccess): unknown;
  onAbandon?(detail: ClientRegistrationAbandon): void;
  onError?(detail: ClientRegistrationError): void;
}
