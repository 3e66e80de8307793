import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { EvidenceContent } from '@pauta/domain/postsales/evidence/evidence-content.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { tokenHash } from '../../../admin/sessions/tokens.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { newLinkToken } from '../../../public-pages/link-token.ts';
import type { CommandHandler } from '../../../resource/commands/handler.ts';
import { servedOf } from '../../../resource/commands/served-of.ts';
import { runCommand } from '../../../resource/writing/run-command.ts';
import { fixVersion } from '../document/evidence-version.ts';
import { documentOf, fileNameOf } from '../document/print-evidence.ts';
import { type NamedReport, shareEmail } from './emails.ts';

/** Where the page of a token is. */
export const roomPath = (token: string): string => `/evidencias/${token}`;

/** What mails call a report. */
export const namedReport = ({ report, company }: EvidenceContent): NamedReport => ({
  number: report.number,
  period: `del ${formatCivilDate(report.from)} al ${formatCivilDate(report.to)}`,
  company,
});

/** Gives the client the page of a report by a link, which is answered once, and mails it with the document. */
export const share: CommandHandler = {
  answer: {
    path: { type: 'string', description: 'Ruta de la página del reporte; no se vuelve a mostrar' },
    recipient: { type: 'string' },
    expires_on: { type: 'string', format: 'date' },
    mailed_to: { type: ['string', 'null'], description: 'A quién se envía por correo' },
  },
  run: async (context, record, input) => {
    const { tx, server, isDry } = context;
    const report = record as AnyRecord;
    if (String(input.expires_on) < companyToday())
      throw invalid({ expires_on: ['Elija hoy o un día posterior.'] });
    if (report.status === 'approved')
      await runCommand(context, servedOf(server, evidenceReports.name), 'send', { input: {} }, report.id);
    const version = await fixVersion(tx, report.id);
    const token = newLinkToken();
    await tx.query(sql`
      INSERT INTO evidence_links (report_id, recipient, email, expires_on, token_hash, created_by)
      VALUES (${report.id}::uuid, ${input.recipient}, ${input.email}, ${input.expires_on}::date, ${tokenHash(token)},
        ${tx.change.actorId}::uuid)`);
    const { recipient, expires_on, email } = input;
    if (input.sends_mail === true && !isDry) {
      const { bytes } = await documentOf(server, version, 'report', tx);
      await server.mailer.queue(tx, {
        userId: null,
        to: String(email),
        content: shareEmail(namedReport(version.content), {
          name: String(recipient),
          message: (input.message as string | null | undefined) ?? null,
          until: formatCivilDate(String(expires_on)),
          url: await server.mailer.address(tx, roomPath(token)),
          attachments: [
            {
              name: `${fileNameOf('report', version.content)}.pdf`,
              type: 'application/pdf',
              content: bytes.toString('base64'),
            },
          ],
        }),
        goodForHours: 72,
      });
    }
    return {
      path: roomPath(token),
      recipient,
      expires_on,
      mailed_to: input.sends_mail === true ? email : null,
    };
  },
};

export const closeLinks: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ report_id: string }>(sql`
      SELECT DISTINCT report_id FROM evidence_links
      WHERE report_id = ANY(${ids}::uuid[]) AND closed_at IS NULL AND expires_on >= business_date()`);
    const open = new Set(rows.map(({ report_id }) => report_id));
    return new Map(
      ids
        .filter((id) => !open.has(id))
        .map((id) => [id, [{ code: 'not_shared', text: 'No tiene enlaces abiertos.' }]]),
    );
  },
  run: async ({ tx }, record) => {
    await tx.query(sql`
      UPDATE evidence_links SET closed_at = now(), code_hash = NULL, code_until = NULL
      WHERE report_id = ${(record as AnyRecord).id}::uuid AND closed_at IS NULL`);
    return undefined;
  },
};
