import { integer } from '../../kinds/number.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { SettingGroup } from './setting.ts';

/** Reminders of activities, and time limits of referrals. */
export const followup: SettingGroup = {
  label: 'Seguimiento',
  fields: {
    activity_reminder_mail: yesNo('Enviar los recordatorios por correo', {
      initial: true,
      hint: 'Apagado, los recordatorios se ven solo en el inicio.',
    }),
    referral_expire_days: integer('Vencimiento de un referido', {
      min: 1,
      max: 730,
      required: true,
      initial: 60,
      hint: 'Días sin movimiento después de los cuales un referido vence solo.',
    }),
  },
};
