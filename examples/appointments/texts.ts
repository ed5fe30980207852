import type { Language } from './language.ts';

const english: Language = {
  given: [
    ['Olivia', 'Olivia'],
    ['Zoë', 'Zoë'],
    ['Siân', 'Siân'],
    ['Robert "Bob"', 'Bob'],
    ['Seán', 'Seán'],
    ['Priya', 'Priya'],
    ['Henry', 'Henry'],
    ['Amelia', 'Amelia'],
    ['Thị Lan', 'Lan'],
    ['Jack', 'Jack'],
    ['Chloe', 'Chloe'],
  ],
  surnames: [
    'Hughes',
    'Carter',
    'Llewellyn',
    'Marsh, MBE',
    'Ó Briain',
    'Nair',
    'Grant',
    'Okafor',
    'Nguyễn',
    'Thornton',
    'Fox',
    'O’Neill',
    'Brontë',
  ],
  clinics: [
    'Willow Lane Surgery',
    'Smith, Patel & Partners',
    'The "Old Mill" Dentists',
    'Harbour Eye Clinic',
  ],
  brief: ({ name, day, clock, clinic }) =>
    `${name}, see you on ${day} March at ${clock}, ${clinic}. Reply YES.`,
  full: ({ name, day, clock, clinic }) =>
    `Hi ${name}, this is a reminder of your appointment at ${clinic} on ${day} March at ${clock}. Reply YES to confirm.`,
  advice: [
    'Please arrive ten minutes early and bring a list of the medicines you take.',
    'If you cannot come, reply NO and we will offer the time to somebody who is waiting.',
    'Parking is free behind the building; the entrance with the ramp is on Mill Street.',
    'Visits missed without notice cost us €25, which we would rather spend on patients.',
    'Please have nothing but water for six hours before the blood test.',
    'Letters and test results are in your account under [My visits].',
    'Ask for "the blue room" at the desk.',
    'Interpreters are free of charge: just tell us your language when you reply.',
  ],
};

const spanish: Language = {
  given: [
    ['José', 'José'],
    ['María del Mar', 'María'],
    ['Begoña', 'Begoña'],
    ['Íñigo', 'Íñigo'],
    ['Lucía', 'Lucía'],
    ['Carmen', 'Carmen'],
    ['Andrés', 'Andrés'],
  ],
  surnames: [
    'Núñez',
    'Ibáñez',
    'Castaño',
    'Echeverría',
    'Gómez',
    'Ruiz Peña',
    'Güell',
    'Muñoz',
    'de la Cruz',
  ],
  clinics: ['Clínica del Sol', 'Dental Peña e Hijos', 'Centro Médico Gómez, Núñez y Cía.'],
  brief: ({ name, day, clock }) => `${name}, le esperamos el ${day} de marzo a las ${clock}. ¿Viene?`,
  full: ({ name, day, clock, clinic }) =>
    `Hola, ${name}: le recordamos su cita del ${day} de marzo a las ${clock} en ${clinic}. Responda SI para confirmar.`,
  advice: [
    'Llegue diez minutos antes y traiga su tarjeta sanitaria.',
    'Si no puede venir, responda NO y daremos la hora a otra persona.',
    'No coma nada en las seis horas anteriores al análisis.',
    'El aparcamiento es gratuito y está detrás del edificio.',
    '¿Quiere cambiar la cita? Llame por la mañana.',
    'Si necesita un intérprete, díganoslo al responder: es gratuito.',
  ],
};

const french: Language = {
  given: [
    ['Zoé', 'Zoé'],
    ['François', 'François'],
    ['Hélène', 'Hélène'],
    ['Anaïs', 'Anaïs'],
    ['Loïc', 'Loïc'],
    ['Amélie', 'Amélie'],
    ['Benoît', 'Benoît'],
  ],
  surnames: ['Lefèvre', 'Béranger', 'Dupré', 'Prévôt', 'Châtelain', 'Roux', 'Garçon', 'L’Hôpital', 'Noël'],
  clinics: ['Cabinet du Parc', 'Clinique Saint-Éloi', 'Centre dentaire "Le Sourire"'],
  brief: ({ name, day, clock }) => `${name}, rendez-vous le ${day} mars à ${clock}. Répondez OUI.`,
  full: ({ name, day, clock, clinic }) =>
    `Bonjour ${name}, nous vous rappelons votre rendez-vous du ${day} mars à ${clock}, ${clinic}. Répondez OUI pour confirmer.`,
  advice: [
    'Merci de venir dix minutes en avance avec votre carte Vitale.',
    'Si vous ne pouvez pas venir, répondez NON : la place servira à quelqu’un d’autre.',
    'Restez à jeun pendant six heures avant la prise de sang.',
    'Le parking est gratuit, derrière le bâtiment.',
    'Un interprète peut vous accompagner gratuitement.',
    'Vos résultats seront prêts sous trois jours.',
  ],
};

const german: Language = {
  given: [
    ['Jürgen', 'Herr *'],
    ['Käthe', 'Frau *'],
    ['Anneliese', 'Frau *'],
    ['Björn', 'Herr *'],
    ['Dr. Ulrike', 'Frau Dr. *'],
  ],
  surnames: ['Groß', 'Schäfer', 'Vogt', 'Österreicher', 'Weiß', 'Kühn', 'Lang'],
  clinics: ['Praxis Dr. Müller', 'Zahnärzte am Schloß, Haus 2', 'Augenklinik Süd'],
  brief: ({ name, day, clock, clinic }) =>
    `${name}, Ihr Termin: ${day}. März um ${clock} Uhr, ${clinic}. Antwort: JA.`,
  full: ({ name, day, clock, clinic }) =>
    `Guten Tag ${name}, wir erinnern an Ihren Termin am ${day}. März um ${clock} Uhr, ${clinic}. Bitte antworten Sie JA.`,
  advice: [
    'Bitte kommen Sie zehn Minuten früher und bringen Sie Ihre Versichertenkarte mit.',
    'Falls Sie verhindert sind, antworten Sie NEIN; dann bekommt jemand anderes den Termin.',
    'Trinken Sie in den sechs Stunden vor der Blutabnahme nur Wasser.',
    'Kostenlose Parkplätze finden Sie hinter dem Haus, die Rampe ist in der Mühlgasse.',
    'Für nicht abgesagte Termine berechnen wir 30 €.',
    'Befunde und Arztbriefe liegen danach in Ihrem Konto unter [Termine].',
  ],
};

const greek: Language = {
  given: [
    ['Αικατερίνη', 'Αικατερίνη'],
    ['Γιώργος', 'Γιώργο'],
    ['Ζωή', 'Ζωή'],
    ['Δημήτρης', 'Δημήτρη'],
    ['Ελένη', 'Ελένη'],
  ],
  surnames: ['Νικολάου', 'Οικονόμου', 'Αλεξίου', 'Γεωργίου', 'Ιωάννου', 'Παπαβασιλείου', 'Αθανασίου'],
  clinics: ['Ιατρείο Ελιά', 'Οδοντιατρείο «Χαμόγελο», 2ος όροφος'],
  brief: ({ name, day, clock }) => `${name}, σας περιμένουμε ${day} Μαρτίου, ${clock}. Απαντήστε ΝΑΙ.`,
  full: ({ name, day, clock, clinic }) =>
    `Γεια σας, ${name}! Το ραντεβού σας είναι στις ${day} Μαρτίου, ώρα ${clock}, ${clinic}.`,
  advice: [
    'Ελάτε δέκα λεπτά νωρίτερα.',
    'Αν δεν μπορείτε, απαντήστε ΟΧΙ.',
    'Φέρτε μαζί σας το βιβλιάριο υγείας.',
    'Μείνετε νηστικοί έξι ώρες πριν από την αιμοληψία.',
    'Το πάρκινγκ είναι δωρεάν, πίσω από το κτίριο.',
  ],
};

const ukrainian: Language = {
  given: [
    ['Оксана', 'Оксано'],
    ['Ярослав', 'Ярославе'],
    ['Ганна', 'Ганно'],
    ['Іван', 'Іване'],
    ['Соломія', 'Соломіє'],
  ],
  surnames: ['Шевчук', 'Їжакевич', 'Коваленко', 'Ґудзь', 'Бондар', 'Петренко', 'Цимбалюк'],
  clinics: ['клініка «Липа»', 'стоматологія «Усмішка», корпус 2'],
  brief: ({ name, day, clock }) => `${name}, чекаємо на вас ${day} березня о ${clock}. Відповідь: ТАК.`,
  full: ({ name, day, clock, clinic }) =>
    `Вітаємо, ${name}! Нагадуємо про ваш візит ${day} березня о ${clock}, ${clinic}.`,
  advice: [
    'Приходьте на десять хвилин раніше.',
    'Якщо не зможете прийти, напишіть НІ.',
    'Візьміть із собою паспорт і список ліків.',
    'Не їжте шість годин перед аналізом крові.',
    'Безкоштовна стоянка є за будинком.',
  ],
};

/** English more often than the others, as in a British town. */
export const LANGUAGES: readonly Language[] = [
  english,
  spanish,
  english,
  french,
  greek,
  english,
  german,
  ukrainian,
];
