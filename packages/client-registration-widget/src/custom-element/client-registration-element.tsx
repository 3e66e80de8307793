import { createRoot, type Root } from 'react-dom/client';
import { StyleSheetManager } from 'styled-components';
import { ClientRegistration } from '../client-registration.tsx';
import type {
  ClientRegistrationError,
  ClientRegistrationReady,
  ClientRegistrationSuccess,
} from '../client-registration-props.ts';
import { adoptSheet } from './adopted-sheet.ts';
import { attributeNames, readAttributes } from './attributes.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { isolateKeys } from './key-isolation.ts';

// On a server there is no HTMLElement, and a page that renders there imports this file too.
const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

const hostRules = ':host{display:block;inline-size:100%}:host([hidden]){display:none}';

/** Events of the element by name, with their `detail`. All of them bubble and cross shadow roots. */
export interface ClientRegistrationEventMap {
  'crw:ready': CustomEvent<ClientRegistrationReady>;
  'crw:success': CustomEvent<ClientRegistrationSuccess>;
  'crw:error': CustomEvent<ClientRegistrationError>;
}

/**
 * `<client-registration key="pk_…">`: the client registration form in a shadow root of its own.
 *
 * Attributes: `key` (or `form-key`), `api-base`, `theme` (auto, light, dark), `lang`, `draft` (session, off).
 * Events: `crw:ready`, `crw:success`, `crw:error`. What stands between its tags shows until the form is there,
 * and again when it cannot be.
 *
 * Importing this class defines nothing; import `@pauta/client-registration-widget/define` for that.
 *
 * @example
 * customElements.define('my-registration', class extends ClientRegistrationElement {});
 */
export class ClientRegistrationElement extends Base {
  static readonly observedAttributes: readonly string[] = attributeNames;

  /** Server of elements without an `api-base`; empty for the page's own origin. */
  static apiBase = '';

  #root: Root | undefined;
  #removeSheet: (() => void) | undefined;
  #sheet: ReturnType<typeof adoptSheet>['sheet'] | undefined;

  connectedCallback(): void {
    if (this.#root) return;
    // A server may have sent the root along. No `delegatesFocus`: a click beside a field would jump to the first.
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    let mount = shadow.querySelector('div');
    if (!mount) {
      mount = document.createElement('div');
      shadow.append(mount);
      isolateKeys(shadow);
    }
    const { sheet, remove } = adoptSheet(shadow, hostRules);
    this.#sheet = sheet;
    this.#removeSheet = remove;
    this.#root = createRoot(mount);
    this.#render();
  }

  disconnectedCallback(): void {
    // Moving an element disconnects it for a moment; its answers must survive that.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#root?.unmount();
      this.#removeSheet?.();
      this.#root = undefined;
      this.#sheet = undefined;
    });
  }

  attributeChangedCallback(): void {
    this.#render();
  }

  /** Puts the focus on the first field. */
  override focus(options?: FocusOptions): void {
    this.shadowRoot?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus(options);
  }

  #emit<Name extends keyof ClientRegistrationEventMap>(
    name: Name,
    detail: ClientRegistrationEventMap[Name]['detail'],
  ): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #render(): void {
    const props = {
      apiBase: (this.constructor as typeof ClientRegistrationElement).apiBase,
      ...readAttributes(this),
    };
    const slot = <slot />;
    this.#root?.render(
      <ErrorBoundary fallback={slot} onError={() => this.#emit('crw:error', { code: 'render', status: 0 })}>
        <StyleSheetManager sheet={this.#sheet}>
          <ClientRegistration
            {...props}
            formKey={props.formKey ?? ''}
            fallback={slot}
            onReady={(detail) => this.#emit('crw:ready', detail)}
            onSuccess={(detail) => this.#emit('crw:success', detail)}
            onError={(detail) => this.#emit('crw:error', detail)}
          />
        </StyleSheetManager>
      </ErrorBoundary>,
    );
  }
}
