import type { FormTexts } from '@pauta/domain/crm/form-texts/es-419.ts';
import { type CSSProperties, type ReactElement, type ReactNode, useEffect } from 'react';
import type { ClientRegistrationError, ClientRegistrationTexts } from '../client-registration-props.ts';
import type { FormDefinition } from '../net/form-definition.ts';
import { standInDefinition, standInTexts } from '../stand-in.ts';
import { FormRoot } from '../styles/form-root.ts';
import { AlertIcon } from './icons.tsx';
import type { RegistrationOptions } from './registration.ts';
import { RegistrationForm } from './registration-form.tsx';
import { Unavailable } from './unavailable.tsx';

type Handlers = Pick<
  RegistrationOptions,
  'onStart' | 'onStep' | 'onInvalid' | 'onSubmit' | 'onSuccess' | 'onError'
>;

export interface FormViewProps extends Handlers {
  /** Address of the form's calls. */
  readonly url: string;
  /** Undefined while it is loaded, and where it could not be. */
  readonly definition: FormDefinition | undefined;
  readonly problem: ClientRegistrationError | undefined;
  /** For what is said before the definition is there. */
  readonly texts: ClientRegistrationTexts;
  readonly theme: 'auto' | 'light' | 'dark' | undefined;
  readonly layout: 'page' | 'steps' | undefined;
  readonly draft: boolean;
  readonly level: number;
  readonly fallback: ReactNode;
  readonly className: string | undefined;
  /** The form can be filled. */
  onReady(): void;
  onRetry(): void;
}

/** The form's own colour, below what the page says with `--crw-*`. */
const brandOf = (color: string | undefined): CSSProperties | undefined =>
  color
    ? ({
        '--crw-brand': color,
        '--crw-brand-hover': `color-mix(in srgb, ${color} 84%, black)`,
        '--crw-brand-soft': `color-mix(in srgb, ${color} 12%, light-dark(white, #171a23))`,
      } as CSSProperties)
    : undefined;

/** All that is drawn: the form, the boxes in its place while it is loaded, and why it cannot be shown. */
export function FormView({
  definition,
  problem,
  texts: early,
  theme,
  layout,
  draft,
  className,
  onReady,
  onRetry,
  ...rest
}: FormViewProps): ReactElement {
  const isThere = definition !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once a definition
  useEffect(() => {
    if (isThere) onReady();
  }, [definition]);
  const form = definition ?? standInDefinition;
  const texts = definition?.texts as FormTexts | undefined;
  return (
    <FormRoot
      lang={(texts ?? early).lang}
      className={className}
      data-theme={theme ?? definition?.theme ?? 'auto'}
      style={brandOf(definition?.primary_color)}
    >
      {problem ? (
        <Unavailable {...rest} problem={problem} texts={early} onRetry={onRetry} icon={<AlertIcon />} />
      ) : (
        <>
          {!isThere && (
            <p data-unseen role="status">
              {early.loading}
            </p>
          )}
          <RegistrationForm
            {...rest}
            key={isThere ? rest.url : ''}
            definition={form}
            layout={layout ?? form.layout ?? 'page'}
            loading={!isThere}
            texts={texts ?? standInTexts}
            draft={draft && isThere}
          />
        </>
      )}
    </FormRoot>
  );
}
