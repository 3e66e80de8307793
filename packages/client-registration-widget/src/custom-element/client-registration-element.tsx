import { createRoot, type Root } from 'react-dom/client';
import { StyleSheetManager } from 'styled-components';
import type {
  ClientRegistrationEvents,
  ClientRegistrationHandle,
  ClientRegistrationProps,
  ClientRegistrationReady,
  ClientRegistrationValues,
} from '../client-registration-props.ts';
import { ComingView, loadView } from '../form/coming-view.tsx';
import { LoadedForm } from '../form/loaded-form.tsx';
import type { Tell } from '../form/tell.ts';
import { formUrl, loadForm } from '../net/form-definition.ts';
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
  #removeSheet: (() => void) | undefined;
  #isolated = false;
  #sheet: ReturnType<typeof adoptSheet>['sheet'] | undefined;

  connectedCallback(): void {
    if (this.#root) return;
    if (Object.hasOwn(this, 'definition')) {
      // Set before the script was there, on what was then any element.
      const { definition } = this;
      Reflect.deleteProperty(this, 'definition');
      this.#definition = definition;
    }
    const declared = this.shadowRoot?.querySelector('style');
    if (declared && !this.#definition) {
      // The page came with the form drawn: it stays as it is until what it is drawn from is there.
      const { apiBase, formKey = '', lang } = this.#props();
      const form = loadForm(formUrl(apiBase ?? '', formKey), lang, new AbortController().signal);
      Promise.all([form, loadView()])
        .then(
          ([definition]) => {
            this.#definition ??= definition;
          },
          // Asked again, and told, by the form itself.
          () => undefined,
        )
        .then(() => {
          declared.remove();
          if (this.isConnected && !this.#root) this.#mount();
        });
    } else this.#mount();
  }

  #mount(): void {
    // No `delegatesFocus`: a click beside a field would jump to the first.
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    let mount = shadow.querySelector('div');
    if (!mount) {
      mount = document.createElement('div');
      shadow.append(mount);
    }
    if (!this.#isolated) isolateKeys(shadow);
    this.#isolated = true;
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

  /** What the server says about the form, where the page knows it: then nothing is loaded. */
  get definition(): ClientRegistrationProps['definition'] {
    return this.#definition;
  }

  set definition(definition: ClientRegistrationProps['definition']) {
    this.#definition = definition;
    this.#render();
  }

  /** What has been answered so far, as typed, by the name in the request; nothing before `crw:ready`. */
  getValues(): ClientRegistrationValues {
    return this.#form?.getValues() ?? {};
  }

  /** Answers for the visitor, from `crw:ready` on. The consent is his alone. */
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
    const cancelable = name === 'submit' || name === 'success';
    return this.dispatchEvent(
      new CustomEvent(`crw:${name}`, { detail, bubbles: true, composed: true, cancelable }),
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
