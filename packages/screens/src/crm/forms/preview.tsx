import { useApiQuery } from '@pauta/core/react';
import { describePublicForm } from '@pauta/domain/crm/forms/form-description.ts';
import { publicForms } from '@pauta/domain/crm/forms/public-form.ts';
import { type FormLocale, fullTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { type CSSProperties, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { FormFrame } from './frame.tsx';
import { type Moment, momentsOf, type PreviewedForm } from './visit.ts';

interface Lists {
  readonly data: Pick<PreviewedForm, 'countries'>;
}

/**
 * The definition that visitors would get for a form with these values, saved or not, in the language of the form or
 * another one.
 */
export function useFormDefinition(
  values: Values,
  lang?: FormLocale,
): { definition: PreviewedForm | null; error?: unknown; retry: () => void } {
  const described = useMemo(() => describePublicForm(values), [values]);
  const spoken = lang ?? described.locale;
  const lists = useApiQuery<Lists>('/public-forms/lists', {
    query: { lang: spoken },
    keepPreviousData: true,
  });
  const found = lists.data?.data;
  const definition = useMemo(() => {
    if (!found) return null;
    const country = values.default_country_id as Reference | null | undefined;
    return {
      ...found,
      ...described,
      texts: fullTexts(spoken),
      default_country: country?.code ?? 'DO',
    };
  }, [found, described, spoken, values]);
  return { definition, error: lists.error, retry: () => void lists.mutate() };
}

/** Typical screen widths, in pixels. */
const devices = {
  desktop: { label: 'Computadora', width: 1200 },
  tablet: { label: 'Tableta', width: 768 },
  phone: { label: 'Teléfono', width: 390 },
} as const;
type Device = keyof typeof devices;
const deviceOptions = Object.entries(devices).map(([value, { label }]) => ({ value, label }));

const schemes = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
];

const languages = [
  { value: 'own', label: 'Como el formulario' },
  ...(publicForms.fields.locale.options as ChoiceOptions).choices,
];

const Frame = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > [data-choices] { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr)); gap: var(--pauta-space-3); }
  & > p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & > [data-page] {
    overflow: hidden;
    block-size: 44rem;
    border: 1px solid var(--pauta-color-border);
    border-radius: var(--pauta-radius-md);
    background: var(--pauta-color-surface-sunken);
  }
  & > [data-page] > * {
    inline-size: var(--width);
    block-size: calc(100% / var(--scale));
    margin-inline: auto;
    transform: scale(var(--scale));
    transform-origin: 0 0;
  }
`;

/** Measures the available width, and computes the scale at which a page of the given width fits. */
function useScale(width: number): { room: React.RefObject<HTMLDivElement | null>; scale: number } {
  const room = useRef<HTMLDivElement>(null);
  const [free, setFree] = useState(width);
  useEffect(() => {
    if (!room.current) return;
    const observer = new ResizeObserver(([entry]) => setFree(entry?.contentRect.width ?? 0));
    observer.observe(room.current);
    return () => observer.disconnect();
  }, []);
  return { room, scale: Math.min(1, free / width) };
}

/** The form as visitors will see it, from the first page to the confirmation. */
export function FormPreview({ values }: { values: Values }): ReactElement {
  const [chosen, setMoment] = useState<Moment>('open');
  const [device, setDevice] = useState<Device>(() => (window.innerWidth < 768 ? 'phone' : 'desktop'));
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [lang, setLang] = useState('own');
  const [steps, setSteps] = useState(0);
  const { definition, error, retry } = useFormDefinition(
    values,
    lang === 'own' ? undefined : (lang as FormLocale),
  );
  const { width } = devices[device];
  const { room, scale } = useScale(width);
  const moments = momentsOf(steps);
  const moment = moments.some(({ value }) => value === chosen) ? chosen : 'open';
  return (
    <Card title="Vista previa">
      <Frame>
        <div data-choices>
          <Select
            clearable={false}
            label="Momento"
            onChange={(value) => setMoment(value as Moment)}
            options={moments}
            value={moment}
          />
          <Select
            clearable={false}
            label="Pantalla"
            onChange={(value) => setDevice(value as Device)}
            options={deviceOptions}
            value={device}
          />
          <Select
            clearable={false}
            label="Fondo"
            onChange={(value) => setScheme(value as typeof scheme)}
            options={schemes}
            value={scheme}
          />
          <Select
            clearable={false}
            label="Idioma de la página"
            onChange={setLang}
            options={languages}
            value={lang}
          />
        </div>
        <p>
          Puede llenarlo como un visitante: nada se envía ni se cuenta.
          {moment === 'done' &&
            definition?.thanks.url &&
            ` Después de enviar, el visitante pasa a ${definition.thanks.url}.`}
        </p>
        {error !== undefined && <FailureBanner error={error as Error} onRetry={retry} />}
        <div data-page ref={room} style={{ '--width': `${width}px`, '--scale': scale } as CSSProperties}>
          {definition && (
            <FormFrame
              definition={definition}
              label="Formulario de muestra"
              margin={width < 600 ? 16 : 32}
              moment={moment}
              onDrawn={({ definition: drawn, shadowRoot }) => {
                if (drawn) setSteps(shadowRoot?.querySelectorAll('[data-step]').length ?? 0);
              }}
              scheme={scheme}
            />
          )}
        </div>
      </Frame>
    </Card>
  );
}

const names = Object.keys(publicForms.fields);

/** The preview beside the form's fields, updated while typing. */
export function LiveFormPreview(): ReactElement {
  const typed = useFormValues(names);
  const text = JSON.stringify(typed);
  // Typing in any field creates a new list of values; the form is rendered again only when a value differs.
  const values = useMemo(
    () => Object.fromEntries(names.map((name, index) => [name, (JSON.parse(text) as unknown[])[index]])),
    [text],
  );
  return <FormPreview values={values} />;
}
