import type { FormTexts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import type { CSSProperties, ReactElement } from 'react';
import type {
  ClientRegistrationError,
  ClientRegistrationProps,
  ClientRegistrationTexts,
} from '../../client-registration-props.ts';
import { placeholderDefinition, placeholderTexts } from '../../placeholder.ts';
import { FormRoot } from '../../styles/form-root.ts';
import type { FormDefinition } from '../form-definition.ts';
import type { Emit } from '../request/emit.ts';
import { AlertIcon } from './icons.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { Unavailable } from './unavailable.tsx';

export interface FormViewProps extends ClientRegistrationProps {
  /** Base address of the form's requests. */
  readonly url: string;
  /** Undefined while it is loading, or if it could not be loaded. */
  readonly definition: FormDefinition | undefined;
  readonly problem: ClientRegistrationError | undefined;
  /** Texts needed before the definition is loaded. */
  readonly texts: ClientRegistrationTexts;
  /** Time of mounting, from `performance.now()`. */
  readonly since: number;
  readonly emit: Emit;
  onRetry(): void;
}

/** The whole output: the form, a placeholder while it is loading, or the reason why it cannot be shown. */
export function FormView({
  definition,
  problem,
  texts: early,
  theme,
  layout,
  draft = 'session',
  values = {},
  hiddenValues = {},
  headingLevel = 2,
  className,
  onRetry,
  ...rest
}: FormViewProps): ReactElement {
  const isThere = definition !== undefined;
  const form = definition ?? placeholderDefinition;
  const texts = definition?.texts as FormTexts | undefined;
  return (
    <FormRoot
      lang={(texts ?? early).lang}
      className={className}
      data-theme={theme ?? definition?.theme ?? 'auto'}
      // The page's own `--crw-color-primary` takes precedence.
      style={{ '--crw-brand': definition?.primary_color } as CSSProperties}
    >
      {problem ? (
        <Unavailable
          problem={problem}
          texts={early}
          level={headingLevel}
          icon={<AlertIcon />}
          fallback={rest.fallback}
          onRetry={onRetry}
        />
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
            texts={texts ?? placeholderTexts}
            level={headingLevel}
            values={values}
            hidden={hiddenValues}
            draft={draft === 'session' && isThere}
          />
        </>
      )}
    </FormRoot>
  );
}
