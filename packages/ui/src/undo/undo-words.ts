import { formatCount } from '@pauta/domain/text/locale.ts';
import type { UndoAnswer } from './undo-answer.ts';

/** @example undoneText({ undone: 23, … }) // 'Se deshicieron 23 cambios' */
export const undoneText = ({ undone, repeatable }: Pick<UndoAnswer, 'undone' | 'repeatable'>): string =>
  // A change that is undone as a whole counts as one, regardless of its number of records.
  undone === 1 || !repeatable ? 'Cambio deshecho' : `Se deshicieron ${formatCount(undone)} cambios`;

/** @example partlyText({ undone: 23, blocked_total: 2, … }) // 'Se deshicieron 23 de 25 cambios. Los otros 2 se conservan.' */
export const partlyText = ({
  undone,
  blocked_total,
}: Pick<UndoAnswer, 'undone' | 'blocked_total'>): string => {
  if (undone === 0) return 'No se deshizo nada: los datos quedan como están ahora.';
  const rest =
    blocked_total === 1 ? 'El otro se conserva.' : `Los otros ${formatCount(blocked_total)} se conservan.`;
  const done = undone === 1 ? 'Se deshizo 1' : `Se deshicieron ${formatCount(undone)}`;
  return `${done} de ${formatCount(undone + blocked_total)} cambios. ${rest}`;
};

/** Describes what an undo would do. */
export const forecastText = ({ undone, blocked_total, complete, repeatable }: UndoAnswer): string => {
  const tried =
    complete === false ? `De los últimos ${formatCount(undone + blocked_total)} registros probados, ` : '';
  const sentence =
    undone === 0
      ? 'ningún registro puede volver a como estaba.'
      : !repeatable && blocked_total === 0
        ? 'todo vuelve a estar como antes; lo que se haya creado se archiva.'
        : undone === 1 && blocked_total === 0
          ? 'el registro vuelve a estar como antes.'
          : `${formatCount(undone)} de ${formatCount(undone + blocked_total)} registros vuelven a estar como antes.`;
  return tried + (tried ? sentence : sentence.charAt(0).toLocaleUpperCase('es') + sentence.slice(1));
};
