"""Word classes of other languages that set words apart by blanks. Those that do not are shapes in `rules.languages`."""

OTHERS: dict[str, str] = {
    "drop": """ignora ignore ignorez ignorer ignoriere ignorieren ignorar ignorate ignorare negeer zignoruj ignoruj oublie oubliez
        olvida olvide olvidad vergiss vergessen_sie vergiss_alle dimentica dimenticate esquece esqueca desconsidere desconsidera
        vergeet zapomnij yoksay gormezden_gel unut glem ignorera ignorer abaikan lupakan bo_qua phot_lo pomin
        игнорируй игнорируйте проигнорируй проигнорируйте забудь забудьте ігноруй ігноруйте забудь_про tralasciate ignorati
        незважай missachte missachten_sie haz_caso_omiso αγνοησε αγνοηστε פעל_בניגוד התעלם התעלמי תתעלם שכח""",
    "bend": "omite omitir supprime supprimez annule annulez ubergehe umgehe scavalca sovrascrivi пропусти отмени обойди",
    "keep": "sigue seguir obedece suis suivez respecte befolge folge beachte segui obbedisci siga obedeca volg следуй выполняй подчиняйся",
    "not": "no ne nicht nie nunca jamais non niet nigdy не нельзя não nao kein keine ikke degil",
    "earlier": """anteriores anterior previas previos precedentes precedente precedenti precedentes_instructions
        ci-dessus vorherigen vorherige vorige bisherigen obigen fruheren voorgaande vorige eerdere poprzednie
        wczesniejsze powyzsze onceki yukaridaki sebelumnya truoc предыдущие предыдущих предыдущую предыдущии прежние
        прошлые вышеуказанные попередні все_предыдущие tidligere tidigare foregaende acima arriba anterieures
        passees anteriormente προηγουμενες anterioare finora hasta_ahora jusqu'ici jusqu'a_present bisher bisherige
        ate_agora до_сих_пор ранее раньше simdiye_kadar tot_nu_toe""",
    "orders": """instrucciones instruccion reglas ordenes indicaciones directrices consignes regles directives instructions ordres
        anweisungen anweisung regeln vorgaben befehle richtlinien istruzioni regole ordini instrucoes regras ordens diretrizes
        instructies regels opdrachten instrukcje polecenia zasady talimatlari talimatlar talimat kurallari instruksi perintah
        huong_dan chi_dan lenh instruktioner instruksjoner инструкции инструкций инструкцию правила правил указания указаний команды
        приказы інструкції правила οδηγιες instructiunile instruktionen""",
    "yours": "tu tus su sus ton ta tes votre vos dein deine deinen ihre ihren tuo tuoi tue sua suas seu seus twoje twoj твои твою твоих ваши ваш",
    "you": "tu usted eres du dich sie vous toi voce tu_es jij je ty вы ты тебе тебя",
    "become": """ahora_eres a_partir_de_ahora a_partir_de_ahora_eres desde_ahora tu_es_maintenant vous_etes_maintenant
        a_partir_de_maintenant desormais du_bist_jetzt du_bist_nun ab_jetzt ab_sofort von_nun_an sie_sind_jetzt ora_sei adesso_sei
        d'ora_in_poi agora_voce voce_agora a_partir_de_agora vanaf_nu je_bent_nu od_teraz jestes_teraz ты_теперь теперь_ты отныне
        с_этого_момента artik_sen sekarang_kamu mulai_sekarang""",
    "acting": """actua finge simula comportate agis fais_semblant faites_semblant agissez tu_so handle_als agiere spiele_die_rolle
        fingi comportati aja atue finja doe_alsof udawaj притворись представь веди_себя rol_yap berpura-pura""",
    "free": """sin_restricciones sin_limites sin_filtros sin_censura sans_restrictions sans_restriction sans_limites
        sans_filtre sans_censure ohne_einschrankungen ohne_beschrankungen ohne_filter ohne_regeln uneingeschrankt
        uneingeschrankte unzensiert senza_restrizioni senza_limiti senza_filtri sem_restricoes sem_limites
        sem_filtros sem_censura zonder_beperkingen bez_ograniczen без_ограничений без_фильтров без_цензуры
        kisitlama_olmadan tanpa_batasan sin_filtro sin_reglas sans_regles sans_aucune_restriction keine_regeln
        ohne_jegliche keine_einschrankungen senza_regole sem_regras sem_restricao никаких_ограничений без_правил
        ninguna_restriccion sin_ninguna senza_alcuna sem_nenhuma""",
    "reveal": """revela muestra muestrame dime imprime repite revele montre montrez affiche revelez repete repetez donne verrate zeige
        nenne wiederhole gib offenbare mostra rivela stampa ripeti dimmi mostre revele repita diga toon onthul herhaal pokaz ujawnij
        powtorz wypisz покажи раскрой раскройте выведи повтори скажи напечатай напиши открой сообщи goster tampilkan ungkapkan""",
    "prompt": """prompt_del_sistema mensaje_del_sistema instrucciones_iniciales prompt_systeme invite_systeme
        instructions_initiales systemprompt system-prompt systemaufforderung systemanweisung prompt_di_sistema
        prompt_do_sistema instrucoes_iniciais systeemprompt системный_промпт системную_подсказку системное_сообщение
        промпт sistem_istemi instrucciones istruzioni anweisungen instrucoes instrukcje инструкции инструкций
        talimatlar talimatlarini reglas regeln regole regras consignes instruksi_sistem""",
    "secret": """contrasena contrasenas clave claves secreto secretos credenciales mot_de_passe mots_de_passe cle cles identifiants
        passwort passworter kennwort geheimnis schlussel zugangsdaten zugangscode credenziali segreto senha senhas segredo
        credenciais wachtwoord haslo hasla пароль пароли пароля секрет секреты ключ ключи parola sifre kata_sandi""",
    "send": """envia enviar mandar manda envoie envoyez envoyer sende senden schicke invia inviare envie stuur verstuur wyslij отправь
        отправьте перешли перешлите пошли gonder kirim""",
    "conceal": """sin_decirle sin_avisar sin_informar no_se_lo_digas no_le_digas no_menciones sans_prevenir sans_informer
        ne_dis_pas ne_le_dis_pas sans_le_dire ohne_den_benutzer ohne_zu_fragen erwahne_nicht sag_nichts senza_dire
        senza_avvisare non_dire sem_avisar nao_conte sem_informar не_говори не_сообщай не_упоминаи незаметно тайно""",
    "user": "usuario usuarios utilisateur utilisateurs benutzer nutzer anwender utente utenti usuario gebruiker uzytkownik пользователю пользователя пользователь kullanici pengguna",
    "execute": "ejecuta ejecute execute executez ausfuhren fuhre esegui executa wykonaj запусти выполни calistir jalankan uitvoeren",
    "fresh": "nuevas nueva nuevo nouvelles nouvelle neue neuen nuove nuova novas nova nieuwe nowe новые новая новое",
    "verbatim": """palabra_por_palabra literalmente mot_pour_mot wortwortlich wort_fur_wort parola_per_parola
        palavra_por_palavra дословно слово_в_слово kelimesi_kelimesine słowo_w_słowo woord_voor_woord""",
    "mode": """modo_desarrollador modo_de_desarrollador mode_developpeur entwicklermodus modalita_sviluppatore
        modo_desenvolvedor modo_de_desenvolvedor режим_разработчика режиме_разработчика gelistirici_modu""",
    "total": """todo todos todas tout toutes tous alles alle tutto tutte tutti tudo wszystko wszystkie все всё всю
        hersey tum semua alla""",
    "said": """dicho dijo dit gesagt besprochen gegeben detto dato dito discutido indicado сказано говорил сказал
        обсуждали soylenen""",
    "notice": """nota_del_sistema mensaje_del_sistema aviso_del_sistema note_systeme message_systeme avis_systeme
        systemhinweis systemnachricht systemmeldung nota_di_sistema messaggio_di_sistema nota_do_sistema
        mensagem_do_sistema systeembericht системное_сообщение системное_примечание системное_уведомление
        wiadomosc_systemowa sistem_mesaji""",
}
