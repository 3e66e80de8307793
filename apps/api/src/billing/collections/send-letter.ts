import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import { paragraphsOf } from '../../mail/email.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { letterName, printLetter } from './print-letter.ts';
import { writeLetter } from './write-letter.ts';

/** Mails the letter of the stage of a case to the billing contact of its account, and records it. */
export const sendLetter: StateChangeHandler = async ({ tx, server, now, isDry, actor }, record) => {
  const id = String((record as { id: unknown }).id);
  const letter = await writeLetter(server, tx, id);
  const { recipient, email, subject, body, stage_id, day, next_action_days } = letter;
  if (email === null)
    throw conflict(
      'unreachable_billing_contact',
      `${recipient} no tiene un correo que llegue: agréguelo en Contactos.`,
    );
  if (!isDry) {
    const document = await printLetter(server, letter, tx);
    await server.mailer.queue(tx, {
      userId: null,
      to: email,
      content: {
        subject: subject.slice(0, 200),
        name: recipient,
        paragraphs: paragraphsOf(body),
        note: 'La carta va también adjunta, en PDF.',
        attachments: [
          {
            name: `${letterName(letter)}.pdf`,
            type: 'application/pdf',
            content: document.toString('base64'),
          },
        ],
      },
      goodForHours: 72,
    });
  }
  await tx.query(sql`
    INSERT INTO collection_letters (subject, case_id, stage_id, recipient, email, sent_at, sender_id, body)
    VALUES (${subject}, ${id}::uuid, ${stage_id}::uuid, ${recipient}, ${email}, ${now.toISOString()}::timestamptz, ${actor.userId}::uuid,
      ${body})`);
  return { letter_sent_at: now.toISOString(), next_action_on: addDays(day, next_action_days) };
};
