import type { FormTexts as Texts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import { type ReactElement, useEffect, useRef } from 'react';
import { fill } from '../../texts/fill.ts';
import type { FormDefinition } from '../form-definition.ts';
import type { Accepted } from '../registration.ts';
import { CheckIcon } from './icons.tsx';

/** Shown after the registration was received. */
export function Thanks({
  accepted,
  texts,
  definition,
  level,
  onAgain,
}: {
  readonly accepted: Accepted;
  readonly texts: Texts;
  readonly definition: FormDefinition;
  readonly level: number;
  onAgain(): void;
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Heading = `h${level}` as 'h2';
  return (
    <div data-card data-plain role="status">
      <span data-mark="">
        <CheckIcon />
      </span>
      <Heading data-title ref={heading} tabIndex={-1}>
        {definition.thanks?.title ?? texts.done.title}
      </Heading>
      <dl data-folio>
        <dt>{texts.done.folio}</dt>
        <dd>{accepted.folio}</dd>
      </dl>
      <p data-muted>{definition.thanks?.text ?? fill(texts.done.text, { email: accepted.email })}</p>
      <button type="button" onClick={onAgain}>
        {texts.done.again}
      </button>
    </div>
  );
}
