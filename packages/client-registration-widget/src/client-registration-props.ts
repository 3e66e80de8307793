import type { ReactNode } from 'react';
import type { FormDefinition } from './net/form-definition.ts';

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

/** The form is on screen and can be filled. */
export interface ClientRegistrationReady {
  /** Version of this package. */
  readonly version: string;
  /** Milliseconds from mounting to the form being usable. */
  readonly ms: number;
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
  /** The visitor gave his first answer. */
  onStart?(): void;
  onStep?(detail: ClientRegistrationStep): void;
  /** The visitor pressed the button with answers missing or wrong; he has been told. */
  onInvalid?(detail: ClientRegistrationInvalid): void;
  /** A registration without faults is about to be sent; `false` keeps it from being sent. */
  onSubmit?(detail: ClientRegistrationSubmit): unknown;
  /** `false` keeps the visitor here, where the form would lead him to its page of thanks. */
  onSuccess?(detail: ClientRegistrationSuccess): unknown;
  onError?(detail: ClientRegistrationError): void;
}
