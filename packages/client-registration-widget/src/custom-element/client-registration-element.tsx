import { createRoot, type Root } from 'react-dom/client';
import { StyleSheetManager } from 'styled-components';
import type {
  ClientRegistrationEvents,
  ClientRegistrationHandle,
  ClientRegistrationProps,
  ClientRegistrationReady,
  ClientRegistrationValues,
} from '../client-registration-props.ts';
import type { Tell } from '../form/request/tell.ts';
import { ComingView } from '../form/view/coming-view.tsx';
import { LoadedForm } from '../form/view/loaded-form.tsx';
import { adoptSheet } from './adopted-sheet.ts';
import { attributeNames, readAttributes } from './attributes.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { isolateKeys } from './key-isolation.ts';

// On a server there is no HTMLElement, and a page that renders there imports this file too.
const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

const hostRules = ':host{display:block;inline-size:100%}:host([hidden]){display:none}';

/**
 * Events of the element by name, with their `detail`. All of them bubble and cross shadow roots. `preventDefault()` on
 * `crw:submit` keeps the registration from being sent, on `crw:success` the visitor from being led to the form's page of
 * thanks.
 */
export type ClientRegistrationEventMap = {
  readonly [Name in keyof ClientRegistrationEvents as `crw:${Name}`]: CustomEvent<
    ClientRegistrationEvents[Name]
  >;
};

/**
 * `<client-registration key="pk_…">`: the client registration form in a shadow root of its own.
 *
 * Attributes: `key` (or `form-key`), `api-base`, `layout` (page, steps), `theme` (auto, light, dark), `lang`, `draft`
 * (session, off), and answers of the page as `value-{name}` and `hidden-{name}`. Events: see
 * {@link ClientRegistrationEventMap}. What stands between its tags shows until the form is there, and again when it
 * cannot be.
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

  #definition: ClientRegistrationProps['definition'];
  #form: ClientRegistrationHandle | undefined;
  #root: Root | undefined;
  readonly #mount = document.createElement('div');
  #standing: AbortController | undefined;
  #sheet: ReturnType<typeof adoptSheet>;

  connectedCallback(): void {
    if (this.#root) return;
    if (Object.hasOwn(this, 'definition')) {
      // Set before the script was there, on what was then any element.
      const { definition } = this;
      Reflect.deleteProperty(this, 'definition');
      this.#definition = definition;
    }
    const shadow = this.#attach();
    // A page that came with the form drawn keeps it as it is until there is another one.
    if (!shadow.querySelector('style')) shadow.replaceChildren(this.#mount);
    this.#root = createRoot(this.#mount);
    this.#render();
  }

  /** Parts of the form that depend on its document. */
  #attach(): ShadowRoot {
    // No `delegatesFocus`: a click beside a field would jump to the first.
    // No registry: preact would take that of this document along into another one, which refuses it.
    const options = { mode: 'open', customElementRegistry: null } as ShadowRootInit;
    const shadow = this.shadowRoot ?? this.attachShadow(options);
    this.#standing?.abort();
    this.#standing = new AbortController();
    const { signal } = this.#standing;
    isolateKeys(this, signal);
    this.#sheet = adoptSheet(shadow, hostRules, signal);
    return shadow;
  }

  /** Into another document, such as a frame's, its sheets do not go along. */
  adoptedCallback(): void {
    if (!this.#root) return;
    this.#attach();
    this.#render();
  }

  disconnectedCallback(): void {
    // Moving an element disconnects it for a moment; its answers must survive that.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#root?.unmount();
      this.#standing?.abort();
      this.#root = undefined;
      this.#sheet = undefined;
      this.#form = undefined;
    });
  }

  attributeChangedCallback(): void {
    this.#render();
  }

  /** Puts the focus on the first field of the step on screen. */
  override focus(options?: FocusOptions): void {
    const first = this.shadowRoot?.querySelector<HTMLElement>(
      'form :is(input, select, textarea):not([hidden] *)',
    );
    first?.focus(options);
  }

  /** The form's definition, where the page knows it: then nothing is loaded. */
  get definition(): ClientRegistrationProps['definition'] {
    return this.#definition;
  }

  set definition(definition: ClientRegistrationProps['definition']) {
    this.#definition = definition;
    this.#render();
  }

  /** The current answers, as typed, by their name in the request; empty before `crw:ready`. */
  getValues(): ClientRegistrationValues {
    return this.#form?.getValues() ?? {};
  }

  /** Sets answers, from `crw:ready` on. The consent cannot be set. */
  setValues(values: ClientRegistrationValues): void {
    this.#form?.setValues(values);
  }

  /** Empties the form, and drops the draft. */
  reset(): void {
    this.#form?.reset();
  }

  /** As the button does: goes on to the next step, or sends. */
  submit(): void {
    this.#form?.submit();
  }

  readonly #tell: Tell = (name, detail) => {
    if (name === 'ready') this.#form = (detail as ClientRegistrationReady).form;
    if (!this.#mount.isConnected) this.shadowRoot?.replaceChildren(this.#mount);
    const cancelable = name === 'submit' || name === 'success';
    return this.dispatchEvent(
      new CustomEvent(`crw:${name}`, {
        // Handed to the page as the plain object that it expects.
        detail: detail && Object({ ...detail }),
        bubbles: true,
        composed: true,
        cancelable,
      }),
    );
  };

  #props(): Partial<ClientRegistrationProps> {
    return {
      apiBase: (this.constructor as typeof ClientRegistrationElement).apiBase,
      lang: this.closest<HTMLElement>('[lang]')?.lang,
      ...readAttributes(this),
    };
  }

  #render(): void {
    const props = this.#props();
    const slot = <slot />;
    this.#root?.render(
      <ErrorBoundary fallback={slot} onError={() => void this.#tell('error', { code: 'render', status: 0 })}>
        <StyleSheetManager sheet={this.#sheet}>
          <LoadedForm
            {...props}
            view={ComingView}
            definition={this.#definition}
            formKey={props.formKey ?? ''}
            fallback={slot}
            tell={this.#tell}
          />
        </StyleSheetManager>
      </ErrorBoundary>,
    );
  }
}
