import type { FormTexts as Texts } from '@pauta/domain/crm/form-texts/es-419.ts';
import { type ReactElement, useEffect, useRef } from 'react';
import type { FormDefinition } from '../net/form-definition.ts';
import { fill } from '../texts/fill.ts';
import { CheckIcon } from './icons.tsx';
import type { Accepted } from './registration.ts';

/** What a visitor sees once the registration is in. */
export function Thanks({
  accepted,
  texts,
  definition,
  level,
  ownLang,
  onAgain,
}: {
  readonly accepted: Accepted;
  readonly texts: Texts;
  readonly definition: FormDefinition;
  readonly level: number;
  /** @see Form.ownLang */
  readonly ownLang: string | undefined;
  onAgain(): void;
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { title, text } = definition.thanks ?? {};
  const Heading = `h${level}` as 'h2';
  return (
    <div data-card data-plain role="status">
      <span data-mark="">
        <CheckIcon />
      </span>
      <Heading data-title lang={title && ownLang} ref={heading} tabIndex={-1}>
        {title ?? texts.done.title}
      </Heading>
      <dl data-folio>
        <dt>{texts.done.folio}</dt>
        <dd>{accepted.folio}</dd>
      </dl>
      <p data-muted lang={text && ownLang}>
        {text ?? fill(texts.done.text, { email: accepted.email })}
      </p>
      <button type="button" onClick={onAgain}>
        {texts.done.again}
      </button>
    </div>
  );
}
