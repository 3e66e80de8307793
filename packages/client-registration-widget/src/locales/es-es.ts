import { earlyTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import type { ClientRegistrationTexts } from '../client-registration-props.ts';

/** Spanish of Spain. */
export const esES: ClientRegistrationTexts = earlyTexts('es-ES');
