import { earlyTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import type { ClientRegistrationTexts } from '../client-registration-props.ts';

/** Spanish of Mexico. */
export const esMX: ClientRegistrationTexts = earlyTexts('es-MX');
