import { createRoot, type Root } from 'react-dom/client';
import { StyleSheetManager } from 'styled-components';
import type {
  ClientRegistrationEvents,
  ClientRegistrationHandle,
  ClientRegistrationProps,
  ClientRegistrationReady,
  ClientRegistrationValues,
} from '../client-registration-props.ts';
import type { Emit } from '../form/request/emit.ts';
import { LazyFormView } from '../form/view/lazy-form-view.tsx';
import { LoadedForm } from '../form/view/loaded-form.tsx';
import { adoptSheet } from './adopted-sheet.ts';
import { attributeNames, readAttributes } from './attributes.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { isolateKeys } from './key-isolation.ts';

// On a server `HTMLElement` is undefined, and pages rendered there import this file too.
const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

const hostRules = ':host{display:block;inline-size:100%}:host([hidden]){display:none}';

/**
 * Events of the element by name, with their `detail`. All of them bubble and cross shadow roots. `preventDefault()` on
 * `crw:submit` prevents sending the registration, on `crw:success` the redirect to the form's thank-you page.
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
 * (session, off), and preset answers as `value-{name}` and `hidden-{name}`. Events: see {@link
 * ClientRegistrationEventMap}. The content between its tags is shown until the form is loaded, and again if the form
 * cannot be shown.
 *
 * Importing this class does not define the element; import `@pauta/client-registration-widget/define` for that.
 *
 * @example
 * customElements.define('my-registration', class extends ClientRegistrationElement {});
 */
export class ClientRegistrationElement extends Base {
  static readonly observedAttributes: readonly string[] = attributeNames;

  /** Server of elements without `api-base`; empty for the page's own origin. */
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
      // Set on the element before the script had defined it, as an own property.
      const { definition } = this;
      Reflect.deleteProperty(this, 'definition');
      this.#definition = definition;
    }
    const shadow = this.#attach();
    // A form rendered by the page (declarative shadow root) stays until this script has rendered it.
    if (!shadow.querySelector('style')) shadow.replaceChildren(this.#mount);
    this.#root = createRoot(this.#mount);
    this.#render();
  }

  /** Creates the parts of the form that belong to its document. */
  #attach(): ShadowRoot {
    // No `delegatesFocus`, because a click beside a field would focus the first one. No registry, because preact would
    // use the registry of this document in another one, which rejects it.
    const options = { mode: 'open', customElementRegistry: null } as ShadowRootInit;
    const shadow = this.shadowRoot ?? this.attachShadow(options);
    this.#standing?.abort();
    this.#standing = new AbortController();
    const { signal } = this.#standing;
    isolateKeys(this, signal);
    this.#sheet = adoptSheet(shadow, hostRules, signal);
    return shadow;
  }

  /** Style sheets cannot be adopted by another document, such as that of a frame, so they are created again. */
  adoptedCallback(): void {
    if (!this.#root) return;
    this.#attach();
    this.#render();
  }

  disconnectedCallback(): void {
    // Moving an element disconnects it briefly; its answers must be kept then.
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

  /** Focuses the first field of the current step. */
  override focus(options?: FocusOptions): void {
    const first = this.shadowRoot?.querySelector<HTMLElement>(
      'form :is(input, select, textarea):not([hidden] *)',
    );
    first?.focus(options);
  }

  /** The form's definition, if the page has it: no request is sent then. */
  get definition(): ClientRegistrationProps['definition'] {
    return this.#definition;
  }

  set definition(definition: ClientRegistrationProps['definition']) {
    this.#definition = definition;
    this.#render();
  }

  /** The current answers, as typed, by field name as in the request; empty before `crw:ready`. */
  getValues(): ClientRegistrationValues {
    return this.#form?.getValues() ?? {};
  }

  /** Sets answers; works from `crw:ready` on. The consent cannot be set. */
  setValues(values: ClientRegistrationValues): void {
    this.#form?.setValues(values);
  }

  /** Clears all answers and deletes the draft. */
  reset(): void {
    this.#form?.reset();
  }

  /** Does the same as the button: continues to the next step, or sends. */
  submit(): void {
    this.#form?.submit();
  }

  readonly #emit: Emit = (name, detail) => {
    if (name === 'ready') this.#form = (detail as ClientRegistrationReady).form;
    if (!this.#mount.isConnected) this.shadowRoot?.replaceChildren(this.#mount);
    const cancelable = name === 'submit' || name === 'success';
    return this.dispatchEvent(
      new CustomEvent(`crw:${name}`, {
        // The page expects a plain object.
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
      <ErrorBoundary fallback={slot} onError={() => void this.#emit('error', { code: 'render', status: 0 })}>
        <StyleSheetManager sheet={this.#sheet}>
          <LoadedForm
            {...props}
            view={LazyFormView}
            definition={this.#definition}
            formKey={props.formKey ?? ''}
            fallback={slot}
            emit={this.#emit}
          />
        </StyleSheetManager>
      </ErrorBoundary>,
    );
  }
}
