import type { FormLocale, FormTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import { type Input, type InputProps, inputs } from '@pauta/ui/field-components/inputs.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { type ReactElement, useEffect, useRef, useState } from 'react';

type TextsOf = (locale: FormLocale) => FormTexts;

/** The default texts in the form's language, once loaded; only needed where a form is edited. */
function useUsualTexts(): { locale: FormLocale; textsOf: TextsOf | null } {
  const [locale] = useFormValues(['locale']);
  const [textsOf, setTextsOf] = useState<TextsOf | null>(null);
  useEffect(() => {
    let gone = false;
    import('@pauta/domain/crm/forms/texts/form-texts.ts').then(
      ({ fullTexts }) => {
        if (!gone) setTextsOf(() => fullTexts);
      },
      // If they fail to load, only the placeholders are missing.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return { locale: (locale || 'es-419') as FormLocale, textsOf };
}

/** An optional text, with the default text as placeholder. */
const optional = (usual: (texts: FormTexts) => string): Input =>
  function OptionalText(props: InputProps): ReactElement {
    const Plain = inputs[props.field.kind.name];
    const { locale, textsOf } = useUsualTexts();
    return <Plain {...props} hint={textsOf ? `Si lo deja vacío: «${usual(textsOf(locale))}»` : props.hint} />;
  };

/** The title of the form: it follows the language as long as it is the default title. */
function Title(props: InputProps): ReactElement {
  const Plain = inputs[props.field.kind.name];
  const { value, onChange } = props;
  const { locale, textsOf } = useUsualTexts();
  const last = useRef(locale);
  useEffect(() => {
    if (!textsOf || last.current === locale) return;
    if (value === textsOf(last.current).title) onChange(textsOf(locale).title);
    last.current = locale;
  });
  return <Plain {...props} />;
}

/** Inputs of the texts of a public form. */
export const formTextInputs: Readonly<Record<string, Input>> = {
  title: Title,
  intro: optional(({ intro }) => intro),
  submit_label: optional(({ submit }) => submit),
  thanks_title: optional(({ done }) => done.title),
  thanks_text: optional(({ done }) => done.text.replace('{email}', 'ana@empresa.com')),
};
