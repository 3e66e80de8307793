import type { FormTexts as Texts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import type { FieldName } from './answers.ts';
import type { FormDefinition } from './form-definition.ts';
import type { Registration } from './registration.ts';

/** The data that every field of a form needs. */
export interface Form {
  readonly registration: Registration;
  readonly definition: FormDefinition;
  readonly texts: Texts;
  /** In how many steps the form asks. */
  readonly steps: number;
  /** Language of what marketing wrote, where it is not the form's. */
  readonly ownLang: string | undefined;
  /** Id of an element of a field, unique on the page. */
  idOf(name: FieldName, part?: string): string;
  labelOf(name: FieldName): string;
}
