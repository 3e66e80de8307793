import { isEmpty } from '../../kinds/kind.ts';
import type { Reference } from '../../kinds/reference.ts';
import { isZero } from '../../money/arithmetic.ts';
import type { Values } from '../../resource/resource.ts';

/**
 * Fields that a stage requires and an opportunity lacks. An amount of zero counts as missing.
 *
 * @param required `required_fields` of the stage
 * @example missingFor(['contact_id', 'expected_amount'], { contact_id: null, expected_amount: '0.00' }) // both
 */
export const missingFor = (required: readonly string[], opportunity: Values): readonly string[] =>
  required.filter((name) => {
    const value = opportunity[name];
    return isEmpty(value) || (name === 'expected_amount' && isZero(String(value)));
  });

/** Why an opportunity without this value is not in the stage, as an error of the field. */
export const requiredByStage = (stage: Reference['label']): string =>
  `La etapa «${stage}» pide este dato. Complételo, o elija una etapa anterior.`;
