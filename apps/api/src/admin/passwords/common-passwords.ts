/**
 * Words that common passwords are made of, folded (lower case, no accents), in groups by origin. A password made of one
 * or two of them with the usual decoration (`Password2024!`, `colombia_123`) is refused; see `password-policy.ts`. Two
 * of these words with decorations cover far more than the 3,000 most common passwords of ten and more characters that
 * ASVS 6.2.4 requires to refuse.
 */
export const commonWords: readonly string[] = `
password passwort passw passwd pass contrasena contrasenia clave claves secreto secreta secret acceso entrar access
login logon usuario user username admin admins administrador administradora administrator root superuser super master
maestro guest invitado test testing tester prueba pruebas demo temp temporal default sistema system server servidor
changeme cambiar cambiame change new nuevo nueva inicio welcome bienvenido bienvenida bienvenidos hola hello letmein
letme abrete sesamo open sesame qwerty qwertyuiop qwertz azerty asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbnm qazwsx
qaz wsx abc abcd abcde abcdef abcdefg abcdefgh aaa xxx zzz computer computadora ordenador internet google facebook
instagram whatsapp youtube twitter tiktok hotmail gmail yahoo outlook microsoft windows office excel linux ubuntu
apple iphone android samsung nokia motorola huawei xiaomi nintendo playstation xbox minecraft pokemon pikachu fortnite
roblox mario zelda naruto goku dragon dragonball ninja samurai
pauta pautas publicidad publicitario publicitaria anuncio anuncios anunciante anunciantes medios media marketing
mercadeo ventas venta vendedor vendedora cliente clientes agencia agencias campana campanas contrato contratos factura
facturas facturacion cobros inventario cotizacion presupuesto presupuestos oficina empresa compania negocio trabajo
gerente gerencia jefe jefa director directora equipo team company corporation business backoffice portal intranet
correo email mail radio television tele canal prensa revista periodico valla vallas
amor amores amore teamo teamomucho tequiero tequieromucho love lover loveyou iloveyou loves mylove miamor amormio
micorazon corazon corazones besos beso carino cariño bebe bebes baby babygirl babyboy princesa princesas principe
princess prince reina reinas queen king rey reyes angel angeles angelito angelita cielo cielito estrella estrellas star
stars sol soleado luna lunita sun sunshine moon mariposa mariposas flor flores flower flowers rosa rosas rosita bonita
bonito hermosa hermoso linda lindo preciosa precioso feliz felicidad happy alegria sonrisa smile vida mivida life
familia family mifamilia mama mami mamita mami papa papi papito mom mommy daddy hijo hija hijos abuela abuelo hermana
hermano amiga amigo amigos amigas friend friends forever siempre porsiempre juntos
dios diosmio diosesamor jesus jesucristo cristo jehova jesuscristo god godislove virgen maria santa santo fe faith
gloria bendicion bendiciones milagro paz peace gracias thanks amen biblia iglesia
alejandro alejandra andrea andres angela antonio antonia beatriz camila camilo carla carlos carmen carolina cesar
claudia cristian cristina daniel daniela david diana diego eduardo elena emilio enrique ernesto esteban fabian
fernanda fernando francisco francisca gabriel gabriela gloria gonzalo guadalupe guillermo gustavo hector isabel
isabella javier jennifer jessica jonathan jorge jose joseluis josefina juan juana juancarlos julia julian juliana
julio karen karina katherine kevin laura leonardo lorena lucas lucia luis luisa luisito manuel manuela marcela marcelo
marcos margarita mariana mariano marina mario mariajose marta martin martina mateo matias mauricio melissa miguel
miguelangel monica natalia nicolas nicole oscar pablo paola patricia patricio pedro rafael ramon raquel raul rebeca
ricardo roberto rocio rodrigo rosario samantha samuel sandra santiago sara sebastian sergio silvia sofia susana teresa
tomas valentina valeria vanessa veronica victor victoria vicente william ximena yolanda michael michelle ashley amanda
andrew anthony robert joseph thomas matthew charlie charles jordan taylor jasmine brandon justin hannah
argentina argentino bolivia boliviano brasil brazil chile chileno colombia colombiano colombiana costarica cuba cubano
dominicana dominicano quisqueya ecuador ecuatoriano elsalvador salvador espana espanol guatemala honduras mexico
mexicano mexicana nicaragua panama paraguay peru peruano puertorico uruguay venezuela venezolano america americas
latino latina europa italia francia paris london londres madrid barcelona sevilla valencia bogota medellin cali
buenosaires cordoba rosario caracas lima quito guayaquil santodomingo santiago monterrey guadalajara cancun miami
newyork california texas florida usa canada
futbol football soccer realmadrid barca barcelona atletico america chivas pumas cruzazul tigres rayados boca bocajuniors
river riverplate racing independiente sanlorenzo nacional millonarios junior alianza alianzalima universitario colocolo
penarol liverpool manchester chelsea arsenal juventus milan messi ronaldo cristiano neymar maradona pele baseball
basketball beisbol aguilas licey escogido yankees dodgers lakers cowboys eagles steelers tennis hockey jordan
campeon campeones champion champions ganador winner gol
perro perrito perrita gato gatito gatita dog doggy cat kitty monkey mono tigre tiger leon lion lobo wolf oso osito bear
caballo horse pajaro conejo bunny delfin dolphin toro pantera panther aguila eagle halcon hawk serpiente snake
mariposa butterfly dragon unicornio max rocky toby lucky princesa luna canela
enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre january february
march april may june july august september october november december lunes martes miercoles jueves viernes sabado
domingo monday tuesday wednesday thursday friday saturday sunday primavera verano otono invierno spring summer autumn
winter navidad christmas halloween cumpleanos birthday
rojo roja azul verde amarillo negro negra blanco blanca gris morado naranja rosado dorado plata oro red blue green
yellow black white purple orange pink golden gold silver
chocolate vainilla fresa manzana banana cereza mango coco cafe cerveza pizza cookie cookies cheese candy sugar honey
miel pepper ginger cherry peanut
batman superman spiderman ironman hulk joker avengers starwars skywalker vader matrix trustno trust hunter ranger
soldier warrior guerrero heroe hero killer shadow sombra phantom ghost fantasma demon demonio diablo devil hell
infierno dark darkness death muerte magic magia mago wizard merlin thunder trueno rayo storm tormenta fire fuego agua
water tierra earth viento wind nieve snow ice hielo
music musica guitar guitarra rock rockandroll metal metallica nirvana slipknot eminem shakira reggaeton salsa bachata
merengue cumbia regueton rap hiphop dance baile
ferrari porsche mercedes toyota honda nissan mazda ford mustang corvette camaro harley yamaha kawasaki suzuki
freedom libertad libre poder power fuerza fuerte strong dinero money plata rico rica millonario suerte lucky casino
pirata secreta misterio sexo sexy caliente puta puto mierda pendejo cabron carajo fuck fucker fuckyou fuckoff shit
bitch asshole pussy dick
mustang access whatever nothing nada algo something simple facil fulano mengano numero numbers one two three four five
six seven eight nine ten uno dos tres cuatro cinco seis siete ocho nueve diez cero zero mil cien
bailey buster chelsea cookie diamond diamante flower george ginger hammer harley jackson juventud maggie maverick
maxwell mercury mickey minnie morgan nascar patrick phoenix prince ranger richard rockstar scooter secret snoopy
sparky summer sunshine sweet tucker turtle victoria vikings winston yellow zorro bandido vaquero
lionel teama ever
mi mis tu tus yo el la los las de del y no si the my you me and is im i a
`
  .trim()
  .split(/\s+/)
  .map((word) => word.normalize('NFD').replace(/\p{Mn}/gu, ''));

/** Keyboard rows and sequences; a password made only of runs of them is refused, backwards too. */
export const keyRuns: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabc',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  'qwertyuiopasdfghjklñzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2s3d4f5g6h7j8k9l',
  'a1s2d3f4g5h6j7k8l9',
  '!@#$%^&*()_+',
  '!"·$%&/()=?¿',
  '147258369147258369',
  '123654789123654789',
  '159753159753456852',
  '741852963741852963',
  '789456123789456123',
  '1212343456567878',
  '00112233445566778899001122',
  'aabbccddeeffgghhiijjkkll',
  '123123456456789789',
];
