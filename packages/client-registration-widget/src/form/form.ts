import type { FormTexts as Texts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import type { FieldName } from './answers.ts';
import type { FormDefinition } from './form-definition.ts';
import type { Registration } from './registration.ts';

/** The context that every field of a form needs. */
export interface Form {
  readonly registration: Registration;
  readonly definition: FormDefinition;
  readonly texts: Texts;
  /** Number of steps of the form. */
  readonly steps: number;
  /** Language of the texts written in the back office, if it differs from that of the form. */
  readonly ownLang: string | undefined;
  /** Id of an element of a field, unique in the page. */
  idOf(name: FieldName, part?: string): string;
  labelOf(name: FieldName): string;
}
