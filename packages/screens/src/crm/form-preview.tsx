import { useApi, useApiQuery } from '@pauta/core/react';
import { fullTexts } from '@pauta/domain/crm/form-texts/form-texts.ts';
import { publicForms } from '@pauta/domain/crm/public-form.ts';
import { describePublicForm } from '@pauta/domain/crm/public-form-description.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';

interface Lists {
  readonly data: { readonly countries: readonly { readonly iso2: string; readonly name: string }[] };
}

/** Widths that a page gives the form. */
export const formWidths = { wide: 960, narrow: 358 } as const;

/** Address of the server that this back office talks to. */
export const serverOf = (baseUrl: string): string => new URL(baseUrl, window.location.href).origin;

/** What visitors are sent of the form with these values, saved or not. */
export function useFormDefinition(values: Values): {
  definition: object | null;
  error?: unknown;
  retry: () => void;
} {
  const lists = useApiQuery<Lists>('/public-forms/lists');
  const found = lists.data?.data;
  const definition = useMemo(() => {
    if (!found) return null;
    const country = values.default_country_id as Reference | null | undefined;
    const code = found.countries.find(
      ({ iso2, name }) => iso2 === country?.code || name === country?.label,
    )?.iso2;
    const described = describePublicForm(values);
    return {
      ...found,
      ...described,
      texts: fullTexts(described.locale),
      default_country: code ?? 'DO',
    };
  }, [found, values]);
  return { definition, error: lists.error, retry: () => void lists.mutate() };
}

/**
 * The form itself, by the script that pages of others load: what is seen here is what they show. Out of reach: nothing
 * is typed or sent.
 */
export function WidgetForm({
  definition,
  onHeight,
}: {
  definition: object;
  /** When it was drawn, and each time its height changed. */
  onHeight?: (pixels: number, element: Element) => void;
}): ReactElement {
  const { baseUrl } = useApi();
  const host = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [failed, setFailed] = useState(false);
  const heard = useRef(onHeight);
  useEffect(() => {
    heard.current = onHeight;
  });
  useEffect(() => {
    let gone = false;
    const script = `${serverOf(baseUrl)}/widget/client-registration.js`;
    import(/* @vite-ignore */ script).then(
      () => {
        if (gone) return;
        const made = document.createElement('client-registration');
        made.setAttribute('draft', 'off');
        setElement(made);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [baseUrl]);
  useEffect(() => {
    if (!element) return;
    // Another country is another form to begin with.
    element.setAttribute('form-key', String((definition as { default_country?: string }).default_country));
    Object.assign(element, { definition });
    if (element.parentNode === null) host.current?.append(element);
  }, [element, definition]);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() =>
      heard.current?.(Math.ceil(element.offsetHeight / 10) * 10, element),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return failed ? (
    <p role="alert">No se pudo cargar el formulario para mostrarlo. Recargue la página.</p>
  ) : (
    <div inert ref={host}>
      {!element && <Skeleton lines={9} />}
    </div>
  );
}

const Frame = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > [data-select] { max-inline-size: 16rem; }
  & > [data-page] {
    overflow: auto;
    max-block-size: 44rem;
    padding: var(--pauta-space-4);
    border: 1px solid var(--pauta-color-border);
    border-radius: var(--pauta-radius-md);
    background: var(--pauta-color-surface-sunken);
  }
  & > [data-page] > div { inline-size: 100%; margin-inline: auto; }
  & > [data-page='narrow'] > div { max-inline-size: ${formWidths.narrow}px; }
`;

/** The form as its visitors will see it, on a wide page or a telephone. */
export function FormPreview({ values }: { values: Values }): ReactElement {
  const [width, setWidth] = useState<string>('wide');
  const { definition, error, retry } = useFormDefinition(values);
  return (
    <Card title="Vista previa">
      <Frame>
        <div data-select>
          <Select
            clearable={false}
            label="Ancho"
            onChange={setWidth}
            options={[
              { value: 'wide', label: 'Página' },
              { value: 'narrow', label: 'Teléfono' },
            ]}
            value={width}
          />
        </div>
        {error !== undefined && <FailureBanner error={error as Error} onRetry={retry} />}
        {definition && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <section aria-label="Formulario de muestra" data-page={width} tabIndex={0}>
            <WidgetForm definition={definition} />
          </section>
        )}
      </Frame>
    </Card>
  );
}

const names = Object.keys(publicForms.fields);

/** The preview beside the fields of its form: it follows what is typed. */
export function LiveFormPreview(): ReactElement {
  const typed = useFormValues(names);
  const text = JSON.stringify(typed);
  // Typed values are a new list at every keystroke of any field: only what differs draws the form again.
  const values = useMemo(
    () => Object.fromEntries(names.map((name, index) => [name, (JSON.parse(text) as unknown[])[index]])),
    [text],
  );
  return <FormPreview values={values} />;
}
