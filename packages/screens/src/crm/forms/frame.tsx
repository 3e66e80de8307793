import { useApi } from '@pauta/core/react';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { type FormElement, type Moment, type PreviewedForm, previewServer, simulateVisit } from './visit.ts';

/** Origin of the server that this back office uses. */
export const serverOf = (baseUrl: string): string => new URL(baseUrl, window.location.href).origin;

type FramedPage = Window & typeof globalThis;

const Root = styled.div`
  position: relative;
  & > iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }
  & > [data-waiting] { position: absolute; inset: 0; padding: var(--pauta-space-4); background: var(--pauta-color-surface); }
`;

const once = (form: FormElement, names: readonly string[]): Promise<void> =>
  new Promise((done) => {
    for (const name of names) form.addEventListener(name, () => done(), { once: true });
  });

/** Makes a framed page answer the requests of its form itself, and never take the focus from the page around it. */
function settle(page: FramedPage): void {
  page.fetch = previewServer;
  const { prototype } = page.HTMLElement;
  const { focus } = prototype;
  prototype.focus = function (options) {
    if (page.document.hasFocus()) focus.call(this, options);
  };
}

/**
 * The form in a frame, rendered by the same script as on other sites, so that the preview equals their pages. The frame
 * must not contact any server: nothing is sent or counted, and requests of the form are answered here.
 */
export function FormFrame({
  definition,
  moment = 'open',
  scheme = 'light',
  margin = 0,
  label,
  onDrawn,
}: {
  definition: PreviewedForm;
  /** A change restarts the simulated visit. */
  moment?: Moment;
  /** Colour scheme of the page around the form. */
  scheme?: 'light' | 'dark';
  /** Margin of the page around the form, in pixels. */
  margin?: number;
  label: string;
  /** Called when the form is on screen, or its height has changed. */
  onDrawn?: (form: FormElement) => void;
}): ReactElement {
  const { baseUrl } = useApi();
  const [page, setPage] = useState<FramedPage | null>();
  const [form, setForm] = useState<FormElement | null>(null);
  // A response applies only to the request it was made for.
  const { texts, layout, hidden, default_country: country } = definition;
  const asked = JSON.stringify([texts.lang, layout, hidden, country]);
  const latest = useRef({ definition, onDrawn });
  useEffect(() => {
    latest.current = { definition, onDrawn };
  });

  useEffect(() => {
    if (!page) return;
    const { document } = page;
    document.documentElement.style.colorScheme = scheme;
    document.documentElement.style.background = 'Canvas';
    document.body.style.margin = `${margin}px`;
  }, [page, scheme, margin]);

  useEffect(() => {
    if (!page) return;
    const made: FormElement = page.document.createElement('client-registration');
    made.setAttribute('form-key', 'muestra');
    made.setAttribute('draft', 'off');
    // A redirect to the thank-you page would replace the preview.
    made.addEventListener('crw:success', (event) => event.preventDefault());
    const first = latest.current.definition;
    if (moment !== 'off') made.definition = first;
    let gone = false;
    const observer = new ResizeObserver(() => latest.current.onDrawn?.(made));
    const show = async (): Promise<void> => {
      const ready = once(made, ['crw:ready', 'crw:error']);
      page.document.querySelector('main')?.replaceChildren(made);
      await ready;
      await simulateVisit(made, first, moment);
      if (gone) return;
      observer.observe(made);
      setForm(made);
    };
    void show();
    return () => {
      gone = true;
      observer.disconnect();
      setForm(null);
    };
  }, [page, moment, asked]);
  useEffect(() => {
    if (form?.definition) form.definition = definition;
  }, [form, definition]);

  return page === null ? (
    <p role="alert">No se pudo cargar el formulario para mostrarlo. Recargue la página.</p>
  ) : (
    <Root>
      <iframe
        onLoad={({ currentTarget }) => {
          const view = currentTarget.contentDocument?.defaultView;
          const isThere = view?.customElements.get('client-registration');
          if (view && isThere) settle(view);
          setPage(view && isThere ? view : null);
        }}
        src={`${serverOf(baseUrl)}/widget/preview`}
        title={label}
      />
      {!page && (
        <div data-waiting>
          <Skeleton lines={9} />
        </div>
      )}
    </Root>
  );
}
