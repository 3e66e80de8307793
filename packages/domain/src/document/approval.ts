import type { Reason } from '../approval/reason.ts';
import type { Command } from '../resource/command.ts';
import { isDocument, linesIn, linesOf } from '../resource/lines.ts';
import type { Resource, Values } from '../resource/resource.ts';
import { writtenValues } from '../resource/written-values.ts';

/**
 * When a document needs an approval before a command. The kind of the approval has the name of the document.
 *
 * @example
 * { before: ['send'], permissions: ['quotes.approve_discount'], reasons: ({ discount_pct }) => … }
 */
export interface DocumentApproval {
  /** State changes that are refused until every reason is approved. */
  readonly before: readonly string[];
  /** Permissions that its reasons may name: whoever holds one of them decides. */
  readonly permissions: readonly string[];
  /** A pure function, so that a page gives the same reasons as the server; empty when the document needs no approval. */
  reasons(body: Values): readonly Reason[];
}

/** Name of the command that requests the approval of a document; `defineDocument` adds it. */
export const requestApprovalCommand = 'request_approval';

/** The command that requests an approval, possible wherever the commands start that need it. */
export const requestApprovalOf = (
  { before }: DocumentApproval,
  commands: Readonly<Record<string, Command>>,
): Command => ({
  label: 'Pedir aprobación',
  done: 'Aprobación pedida',
  from: [...new Set(before.flatMap((name) => commands[name]?.from ?? []))],
  explanation: 'La decide quien tiene permiso. Si el contenido cambia después, hay que pedirla otra vez.',
  checked: true,
  single: true,
  undo: { never: 'Una solicitud se retira en Aprobaciones.' },
});

/**
 * The content that an approval covers: what people enter in the header and in the lines of its body. Owners are left
 * out, since a handover changes nothing that was approved, and so are fields that stay editable when it is frozen.
 */
export const approvedContent = (document: Resource, body: Values): Values => {
  const excepted = isDocument(document) ? (document.freeze?.except ?? []) : [];
  const linesOfBody = linesOf(document).filter(({ mode }) => mode === 'inBody');
  return {
    ...writtenValues(document.fields, body, new Set([...document.owners, ...excepted])),
    ...Object.fromEntries(
      linesOfBody.map(({ name, of, within, by }) => {
        const leftOut = new Set(
          excepted.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1)),
        );
        const content = linesIn(body, name).map((line) => ({
          ...writtenValues(of().fields, line, leftOut),
          ...(within !== undefined && { [by]: line[by] }),
        }));
        return [name, content];
      }),
    ),
  };
};
