import { writeSheetText } from '@pauta/domain/resource/import/sheet-text.ts';
import { type ClipboardEvent, useState } from 'react';
import { shownText } from './grid-line.tsx';
import { isNumeric, type Range } from './model/grid-types.ts';
import { clear, type Sheet } from './model/operations.ts';
import { type Paste, planPaste, textsIn } from './model/paste.ts';
import { cellValue } from './model/sums.ts';
import { cellsText, type GridSteps } from './use-steps.ts';

export interface ClipboardOptions {
  readonly sheet: Sheet;
  readonly range: Range;
  /** Number of rows that may be added. */
  readonly room: number;
  /** Whether cells are written now: not in a grid that is only read, nor while an input is open. */
  readonly mayWrite: boolean;
  readonly isReadOnly: boolean;
  readonly steps: GridSteps;
}

/** Copying, cutting and pasting as spreadsheets do. */
export interface GridClipboard {
  /** What the last paste did not take; null if it took everything. */
  readonly report: Paste | null;
  closeReport(): void;
  copy(event: ClipboardEvent): void;
  cut(event: ClipboardEvent): void;
  paste(event: ClipboardEvent): void;
}

export function useClipboard({
  sheet,
  range,
  room,
  mayWrite,
  isReadOnly,
  steps,
}: ClipboardOptions): GridClipboard {
  const [report, setReport] = useState<Paste | null>(null);
  const copy = (event: ClipboardEvent): void => {
    event.preventDefault();
    const texts = textsIn(sheet, range, (row, column) =>
      isNumeric(column) ? cellValue(row, column) : shownText(row, column),
    );
    event.clipboardData.setData('text/plain', writeSheetText(texts));
    steps.say(`Copiado: ${cellsText(texts.length * (texts[0]?.length ?? 0))}.`);
  };
  return {
    report,
    closeReport: () => setReport(null),
    copy,
    cut: (event) => {
      copy(event);
      if (!isReadOnly) steps.change('Cortar', clear(sheet, range));
    },
    paste: (event) => {
      if (!mayWrite) return;
      event.preventDefault();
      const text = event.clipboardData.getData('text/plain');
      if (text.trim() === '') {
        steps.say('El portapapeles no tiene celdas ni texto.');
        return;
      }
      const plan = planPaste(sheet, text, { range, room });
      setReport(plan.problems.length + plan.notes.length > 0 ? plan : null);
      steps.add(plan.added, plan.changes, 'pegar', `Se pegaron ${cellsText(plan.taken)}.`);
    },
  };
}
