import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordFault } from './policy.ts';

const owner = { full_name: 'Ana María Peñaló Reyes', email: 'ana.penalo@ejemplo.com.do' };

test('counts characters, not bytes, between 10 and 128', () => {
  expect(passwordFault('Kx9vTq2wZ', owner)).toBe('Use al menos 10 caracteres.');
  expect(passwordFault('Kx9vTq2wZr', owner)).toBeNull();
  expect(passwordFault('🦜🌵🎷🚲🧭🪁🍍🥁🛶🧶', owner)).toBeNull();
  expect(passwordFault('🦜🌵🎷🚲🧭🪁🍍🥁🛶', owner)).toContain('al menos 10');
  const long = 'ventisca jarrón ópalo trineo '.repeat(5).slice(0, 128);
  expect(passwordFault(long, owner)).toBeNull();
  expect(passwordFault(`${long}x`, owner)).toContain('como máximo 128 caracteres; tiene 129');
});

// Long passwords of published lists, and variants typical of Spanish-speaking users.
const wellKnown = `
1234567890 0987654321 0123456789 9876543210 12345678910 123456789a 123456789q a123456789 1111111111 0000000000
1212121212 1231231234 123123123123 1234512345 12345678901 1234567891 123456123456 1122334455 5555555555 9999999999
qwertyuiop qwerty12345 qwerty123456 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4t5 1qaz2wsx3edc qazwsxedcrfv zaq12wsxcde3
asdfghjkl1 asdfghjklñ asdfasdfasdf zxcvbnm123 zxcvbnm1234 qwertyuiop123 poiuytrewq mnbvcxz123 abcdefghij abcd123456
abc1234567 abcdefg123 abc123abc123 a1b2c3d4e5 aaaaaaaaaa abcabcabcabc 147258369a 1472583690 password01 password12
password123 password1234 passw0rd123 p@ssw0rd123 P@ssw0rd2024 Password123! Password2025 mypassword1 password!!! passwordpassword
iloveyou12 iloveyou123 iloveyou1234 ILoveYou!! loveyou123 iloveyou4ever welcome123 welcome2024 Welcome123! letmein123
administrator admin12345 admin123456 Admin@12345 adminadmin administrador root123456 superadmin1 changeme123 changeme!!
princess123 sunshine12 sunshine123 superman123 batman12345 football123 baseball123 michael123 jordan2323 dragon12345
monkey12345 master12345 starwars123 pokemon123 minecraft123 liverpool1 chelsea123 barcelona10 barcelona123 realmadrid
realmadrid1 realmadrid10 juventus10 ronaldo777 cristiano7 cristianoronaldo lionelmessi10 messi10messi
contraseña contraseña1 contraseña123 Contraseña2026! contrasena123 contrasena2025 micontraseña micontrasena1 miclave12345
clave12345 clave123456 secreto123 teamo12345 teamo123456 teamomucho teamomucho1 tequieromucho tequiero123 miamor12345
amormio123 corazon123 princesa123 princesa2010 estrella123 mariposa123 mariposas1 hermosa123 bonita12345 chocolate1
chocolate123 alejandro1 alejandro123 alejandra123 sebastian1 sebastian123 valentina1 valentina123 fernando123 francisco1
cristina123 gabriela123 carolina123 juancarlos juancarlos1 mariajose123 jesucristo jesucristo1 diosesamor diosesamor1
jesusteamo jesusteama1 dominicana1 dominicana809 quisqueya123 colombia123 colombia2024 colombia10 argentina1 argentina10
mexico2024! mexico12345 venezuela1 venezuela123 guatemala1 puertorico1 santodomingo santodomingo1
america123 bocajuniors riverplate1 alianzalima1 colocolo123 aguilas2024 licey12345 pauta12345 pauta2026!! Pauta.2026.
publicidad publicidad1 publicidad2026 clientes123 agencia2025 ventas2026! ventas12345 empresa123 empresa2024 oficina123
bienvenido1 bienvenido2024 Bienvenido123 sistema12345 usuario123 usuario12345 invitado123 temporal123 temporal2025 prueba12345
pruebaprueba testtest123 test123456 testing1234 demo123456 hola123456 holahola123 hola12345678 noviembre2024 diciembre25
primavera2025 verano2024! invierno2023 navidad2025 lunes12345 viernes2026 rojoyazul1 perrogato1 tigre12345 leon123456
computadora computadora1 internet123 facebook123 instagram1 whatsapp123 google1234 samsung123 19/05/1985 12121990aa juan12051990
`
  .trim()
  .split(/\s+/);

test.each(wellKnown)('refuses the common %s', (password) => {
  expect(passwordFault(password, owner)).toContain('fácil de adivinar');
});

test('refuses every word of the list with every usual decoration', async () => {
  const { commonWords } = await import('./common-passwords.ts');
  const decorate = fc.constantFrom(
    (word: string) => `${word}${word}${word}`,
    (word: string) => `${word}1234567890`,
    (word: string) =>
      `${word[0]?.toUpperCase()}${word.slice(1)}!!!!!.....`.slice(0, Math.max(10, word.length + 5)),
    (word: string) => `2024${word}2024${word}`,
    (word: string) => `${word}01011990`,
    (word: string) => `${word.replaceAll('a', '@').replaceAll('o', '0').replaceAll('e', '3')}123456789`,
  );
  const words = commonWords.filter((word) => word.length >= 5);
  fc.assert(
    fc.property(fc.constantFrom(...words), decorate, (word, form) => {
      expect(passwordFault(form(word).padEnd(10, '1'), owner)).not.toBeNull();
    }),
    { numRuns: 3000 },
  );
});

test.each([
  'anapenalo1',
  'Peñaló-Reyes-2026',
  'ana.penalo@ejemplo.com.do',
  'ejemplo.com.do',
  'anamariapenalo',
  'penalo12345',
])('refuses personal data of the user: %s', (password) => {
  expect(passwordFault(password, owner)).not.toBeNull();
});

test.each([
  'cuatro palabras sin nada que ver',
  'jarrón-ópalo-trineo',
  'correct horse battery staple',
  'Kx9vTq2wZr',
  'el gato rojo de mi abuela canta',
  'trineo8372jarra',
  'ana come ventiscas',
])('accepts %s', (password) => {
  expect(passwordFault(password, owner)).toBeNull();
});

test('accepts generated passwords', () => {
  const character = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_!.$');
  fc.assert(
    fc.property(fc.array(character, { minLength: 14, maxLength: 128 }), (characters) => {
      fc.pre(new Set(characters.join('').toLowerCase()).size >= 10);
      expect(passwordFault(characters.join(''), owner)).toBeNull();
    }),
    // Shrinking would produce inputs that are no longer random, so failures are reported as they are.
    { numRuns: 500, endOnFailure: true },
  );
});

test('is fast for the longest and most complex inputs', () => {
  const start = performance.now();
  for (const text of ['a'.repeat(128), 'qwerty'.repeat(21), `${'password'.repeat(15)}é`, '1'.repeat(127)])
    passwordFault(text, owner);
  expect(performance.now() - start).toBeLessThan(200);
});
