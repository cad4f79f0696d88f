"""English word classes. Verbs stand in the forms of a command; what describes ("ignores", "ignored") stays out."""

ENGLISH: dict[str, str] = {
    # to drop or bend what holds
    "drop": """ignore ignoring disregard disregarding forget forgetting disobey unlearn pay_no_attention
        do_away_with set_aside put_aside throw_away throw_out never_mind nevermind scrap""",
    "bend": """override overriding overrule bypass bypassing circumvent discard dismiss abandon erase delete remove skip neglect
        overlook supersede replace cancel reset clear void nullify invalidate revoke suspend disable deactivate turn_off
        stop_following stop_obeying break violate omit avoid evade drop wipe""",
    "keep": "follow following obey heed comply adhere respect remember honor honour consider listen abide observe apply",
    "not": "not don't dont never cannot can't without no_longer won't doesn't didn't stop refuse",
    "earlier": """previous prior above earlier preceding foregoing past former existing initial original old
        precedent before so_far up_to_now until_now up_to_this_point beforehand aforementioned predefined preset
        standard normal usual""",
    "orders": """instruction instructions rule rules prompt prompts directive directives guideline guidelines
        command commands orders policy policies constraint constraints restriction restrictions guidance programming
        training safeguard safeguards guardrail guardrails protocol protocols directions limitation limitations
        principles requirements regulations preprompt system_message system_messages instuctions instrutions
        alignment filters filter moderation""",
    "texts": """text texts message messages context words sentence sentences content contents conversation paragraph
        paragraphs statement statements information input inputs everything lines stuff data task tasks details chat""",
    "passage": """text texts message messages words sentence sentences conversation paragraph paragraphs dialogue
        discussion statements statement prompt prompts instructions instruction contents input everything""",
    "total": "everything anything all whatever everybody",
    "said": "said told given instructed written stated mentioned asked learned learnt programmed trained read know knew heard received",
    "gone": """void invalid obsolete outdated cancelled canceled revoked rescinded replaced superseded suspended
        lifted disabled terminated expired overridden overruled nullified changed updated removed deleted
        no_longer_valid no_longer_apply no_longer_applies not_apply out_of_date null wrong a_test fake irrelevant
        unimportant off inactive bypassed""",
    "fresh": "new newer updated revised following actual real true different latest next additional special correct",
    "yours": "your ur yours thy assistant's model's ai's",
    "its": "its",
    "you": "you u ya you're youre yourself thou",
    # who is spoken to
    "ai": """ai a.i ais assistant assistants llm llms language_model language_models chatbot chatbots chat_bot gpt
        gpt-4 gpt4 gpt3 gpt-3 chatgpt claude copilot gemini bard openai_model virtual_assistant neural_network
        artificial_intelligence coding_assistant summarizer ai_model ai_models ai_agent ai_agents llm_agent
        automated_agent autonomous_agent large_language_model""",
    "hail": "attention dear hey hello hi note notice message important urgent warning memo reminder listen",
    "reads": "reading reads read processing processes process parsing summarizing summarising analyzing see seeing encounter",
    "must": """must should shall need_to needs_to have_to has_to are_required are_obligated ought are_to is_to will required
        are_instructed are_ordered are_commanded are_expected it_is_essential mandatory""",
    "first": """before_you before_doing before_answering before_responding before_anything before_continuing before_proceeding
        before_solving before_completing before_you_can first_of_all prior_to first""",
    "task": "task tasks job goal objective mission assignment purpose question request",
    # to speak in somebody's name
    "become": """you_are_now you're_now youre_now you_will_now you_shall_now you_are_going_to you_will_be you_will_act
        you_have_become now_you_are you_are_no_longer you're_no_longer consider_yourself imagine_you_are imagine_yourself
        you're_going_to imagine_that_you you_must_now""",
    "acting": """act acting pretend pretending roleplay role-play role_play roleplaying play_the_role play_the_part simulate
        simulating impersonate emulate emulating behave portray take_on_the_role take_the_role assume_the_role
        take_on_the_persona adopt_the_persona adopt_the_role assume_the_identity assume_the_persona imagine embody mimic
        playing_the_role personify in_the_role stay_in_character immerse_yourself""",
    "persona": """persona character personality alter_ego evil villain unhinged hacker jailbreak jailbroken dan dude aim stan
        mongo chatbot ai bot machine_intelligence superintelligence entity being confidant mode evil_twin opposite
        terminal god narrator master expert_hacker genie""",
    "free": """unrestricted unfiltered uncensored unmoderated unbound unchained amoral immoral unethical jailbroken
        lawless ruthless sentient unaligned rebellious no_restrictions no_limits no_limitations no_rules no_filters
        no_filter no_censorship no_boundaries no_morals no_ethics no_constraints without_restrictions
        without_restriction without_limits without_limitations without_filters without_filter without_rules
        without_censorship without_constraints without_any_restrictions without_any_limitations without_any_filters
        without_any_limits without_any_rules without_any_censorship without_boundaries without_ethics without_morals
        no_ethical no_moral any_ethical any_moral no_guidelines any_guidelines no_content_policy free_from freed
        liberated broken_free break_free breaking_free do_anything_now anything_goes not_bound not_constrained
        bypassed no_longer_bound unconstrained""",
    "morals": """ethics ethical ethically morals moral morality legality legal illegal harmful dangerous offensive
        inappropriate explicit nsfw taboo unlawful immoral unethical censorship safety content_policy use_case_policies
        openai openai's content_policies confines lecture swear profanity""",
    # what holds a persona back, and what programs have as well
    "bounds": "guidelines policies policy filters filter restrictions limitations boundaries rules",
    "refuse": """refuse refuses refusing refusal deny denies decline declines reject say_no apologize apologise
        i_cannot i_can't i_am_unable as_an_ai as_a_language_model can't_do cannot_do break_character""",
    "always": "always never regardless no_matter under_no_circumstances at_all_times forever every_time under_any_circumstances any",
    "answer": """answer answers respond responds reply replies response responses comply fulfill fulfil obey generate produce
        provide output outputs answering responding""",
    "unlocked": """god_mode dan_mode jailbreak_mode evil_mode unrestricted_mode opposite_mode god-mode override_mode
        chaos_mode unfiltered_mode uncensored_mode anarchy_mode godmode jailbreak_enabled filter_disabled
        filters_disabled filter_off restrictions_disabled safety_disabled ethics_disabled unrestrictedly
        liberated_mode rebel_mode emergency_override ethics_filter""",
    "mode": """developer_mode dev_mode debug_mode debugging_mode admin_mode sudo_mode maintenance_mode root_mode admin_access
        root_access test_mode diagnostic_mode superuser privileged_mode opposite_day""",
    "switched": "enabled enable activated activate on engaged engage unlocked unlock entered enter active start initiate granted entering",
    "claims": """i_am i'm this_is we_are on_behalf_of speaking_as message_from from_your authorized_by authorised_by approved_by
        acting_as_your by_order_of instructions_from request_from notice_from""",
    "authority": """developer developers creator creators administrator admin administrators owner openai anthropic google
        engineer engineers supervisor maker boss programmer security_team system_administrator root_user operator moderator
        ceo compliance_team microsoft it_department owners sysadmin superuser""",
    # to give away
    "reveal": """reveal show print repeat output display tell give echo recite dump leak disclose expose share write
        return list summarize summarise translate spell encode describe explain state type reproduce copy say
        restate regurgitate provide quote rewrite rephrase paraphrase transcribe convert read_out read_back render
        send present divulge report reprint emit unveil uncover""",
    "asks": """what what's whats which tell_me can_you could_you how_do where are_there do_you_have remind_me when
        how_does why who""",
    # asks outright: "what stands before" and "when the last" describe
    "question": """what_is what's whats what_was what_are what_were which_is which_was which_are which_were tell_me can_you
        could_you how_do how_does""",
    "whole": """full entire exact complete whole verbatim literal precise original word-for-word exactly in_full""",
    "verbatim": """verbatim word_for_word word-for-word exactly_as letter_by_letter character_by_character in_full code_block
        code_fence markdown_block without_omitting without_changing backwards in_reverse base64 rot13 pig_latin
        letter_for_letter literally exact_wording in_a_code txt_code_block one_by_one unmodified exact_text as_is""",
    "secretive": "secret hidden confidential system initial original internal underlying initialization pre-set preset private base starting",
    "prompt": """prompt prompts system_prompt preprompt pre-prompt instructions instruction system_message initialization
        initialisation directives guidelines system_instructions custom_instructions rules configuration system-prompt
        prompt_template metaprompt backstory""",
    "secret": """password passwords passphrase passcode credentials credential secret secrets api_key api_keys
        apikey access_key access_keys private_key private_keys ssh_key ssh_keys secret_key access_code access_codes
        security_code secret_word secret_code auth_token access_token session_token cookies id_rsa environment_variables
        env_vars env_file seed_phrase master_password pin_code recovery_codes connection_string pin safe_word codeword
        code_word opening_defense""",
    "token": "token tokens",
    "private": """conversation_history chat_history chat_log address_book contacts contact_list phone_number
        credit_card bank_account passport personal_data personal_information user_data repository_contents
        customer_data private_data home_address date_of_birth browsing_history clipboard medical_records
        social_security customer_list payment_info memory_contents keystrokes screenshots customer_emails user_emails
        private_messages private_files private_repositories all_files all_emails""",
    # private where it is sent away, and what programs speak of all day
    "held": """conversation contents repositories repository repos codebase""",
    "send": """send sends sending email e-mail emailing mail post posting upload uploading transmit forward forwarding exfiltrate
        exfiltrating submit deliver leak beacon relay dm smuggle
        transfer pass_along pass_on""",
    "attach": "append attach include embed add insert put end begin start prefix prepend finish close",
    "here": "above before preceding earlier previously prior",
    "granted": "access_granted access_is_granted acces_granted grant_access grants_access access_grant",
    "utter": "say print output write respond type reply return echo answer display responding saying printing state repeat utter tell",
    "exactly": "exactly only nothing_else verbatim just solely nothing_more no_other nothing_but",
    # to hide and to act
    # as an order has it: "does not tell a hook" and "rows say nothing" describe
    "conceal": """without_telling without_informing without_notifying without_mentioning without_alerting
        without_the_user_knowing without_the_user_noticing without_the_user_seeing without_the_user_realizing
        without_the_user_realising without_the_user_finding without_the_user_being without_the_user_ever
        don't_tell do_not_tell never_tell don't_mention do_not_mention never_mention don't_inform
        do_not_inform don't_notify do_not_notify don't_alert do_not_alert don't_reveal_that do_not_reveal_that
        don't_show_the do_not_show_the don't_disclose do_not_disclose keep_this_secret keep_it_secret
        keep_this_hidden keep_this_between unnoticed undetected hide_this_from hidden_from_the_user hidden_from_users hidden_from_everyone
        hidden_from_them hidden_from_him don't_report
        do_not_report without_the_user's_knowledge without_the_user's_consent
        without_the_user's_permission without_the_user's_approval without_the_user's_awareness don't_log do_not_log don't_acknowledge do_not_acknowledge
        say_nothing_to say_nothing_about say_nothing_of and_say_nothing but_say_nothing must_say_nothing
        must_not_tell must_not_mention must_not_inform should_not_tell should_not_mention should_not_inform
        shall_not_tell shall_not_mention shall_not_inform not_to_tell not_to_mention not_to_inform
        you_will_not_tell you_will_not_mention you_will_not_inform not_tell_the_user not_tell_users
        not_tell_the_human not_tell_anyone not_tell_anybody not_inform_the_user not_inform_users not_inform_the_human
        not_inform_anyone not_mention_this not_mention_it don't_warn do_not_warn never_inform never_notify never_disclose
        never_reveal_that don't_let_the_user do_not_let_the_user no_one_will_notice nobody_will_notice keep_quiet
        stay_quiet hide_it hide_the_fact delete_this_message erase_this leave_no_trace""",
    "quiet": "silently quietly in_the_background behind_the_scenes secretly covertly discreetly stealthily invisible invisibly",
    "user": "user users user's human humans operator owner person anyone anybody them him client customer people developer",
    "execute": """run execute launch invoke eval evaluate source install perform start carry_out pipe call load trigger spawn
        obey follow""",
    "fetch": "download fetch retrieve get pull curl wget visit open browse navigate check poll query contact load request connect read",
    "code": """code command commands script scripts snippet binary payload shell executable program function instructions
        orders function lines package""",
    "place": "url link endpoint webhook server website site host domain address page pastebin gist remote attacker c2 location",
    "periodic": """every_hour every_minute every_day every_five every_few periodically regularly every_time each_time each_session
        every_session at_startup on_startup every_session hourly every_10 every_30 every_5 every_15 on_every_start
        at_login daily at_boot before_each before_every after_each after_every in_every every_reply each_reply
        every_response each_response all_future any_future future_sessions future_conversations every_conversation""",
    "insert": "add include insert incorporate append put embed inject integrate place use paste attach implement",
    "snippet": """snippet snippets code_snippet following_code this_code block excerpt fragment segment code_block
        code_excerpt code_fragment""",
    "backdoor": """backdoor back_door reverse_shell remote_shell keylogger rootkit malware ransomware botnet persistence
        bind_shell command_and_control c2_server web_shell webshell cryptominer miner trojan spyware payload""",
    "plant": "install create open add plant establish start deploy keep set_up launch spawn insert leave maintain implement write",
    "money": "bitcoin crypto iban wire gift_card transaction money funds payment paypal btc wallet",
    "test": "hypothetical hypothetically fictional fiction story novel movie script scenario game simulation thought_experiment",
    "unasked": """without_asking without_permission without_approval without_confirmation without_question
        without_any_confirmation without_hesitation no_questions don't_ask_for do_not_ask_for""",
    "checks": """access_code access_codes passcode password authentication authorization authorisation verification
        security_check security_checks passphrase credentials clearance identity_check the_code security_clearance""",
    "passed": """correct accepted verified successful valid passed bypassed confirmed authenticated approved granted
        unlocked overridden matched""",
    "suppose": "pretend assume imagine suppose act consider treat believe presume let's_say",
    "approved": """has_approved has_already_approved have_approved pre-approved preapproved has_authorized
        has_authorised already_approved already_authorized is_authorized has_consented gave_permission
        has_given_permission given_permission is_approved has_agreed have_permission no_need_to_ask
        no_need_to_confirm auto-approve auto-approved skip_confirmation skip_the_confirmation fully_trusted
        is_trusted blanket_approval no_further_confirmation pre-authorized preauthorized pre-verified preverified
        has_been_verified has_been_vetted has_been_cleared been_pre-approved already_verified already_confirmed
        pre-cleared not_have_to_ask not_need_to_ask no_permission_needed not_need_permission
        without_asking_for_permission has_granted granted_permission has_given_consent has_waived
        without_asking_again without_confirmation no_confirmation_is no_confirmation_needed no_confirmation_required
        no_confirmation_necessary no_approval_needed no_approval_required no_approval_is""",
    "only": "only sole single primary main real true actual new one",
    "wants": "i_want_you i_need_you i_would_like_you i'd_like_you you_are_going you_will_be your_role your_character",
    "opening": """my_first_question my_first_request my_first_command my_first_prompt my_first_task first_prompt_is
        first_question_is my_question_is my_first_message first_request_is insert_prompt_here prompt_here confirm_that_you
        if_you_understand if_you_understood reply_with_understood say_ok_if acknowledge_that_you understood_respond""",
    "deeds": """illegal unethical immoral harmful dangerous unlawful offensive explicit inappropriate malicious violent hateful
        controversial toxic derogatory discriminatory sexual criminal obscene vulgar racist""",
    "disclaim": """disclaimer disclaimers warnings warning lecture lectures apology apologies as_an_ai as_a_language_model
        caveats moralizing refusals censorship judgement judgment""",
    "told": """were_told were_given were_instructed was_told have_been_told been_given been_told received
        were_asked you_told you_instructed you_not_supposed told_before""",
    "ordinal": "first last previous second third next initial final above preceding earlier",
    "unit": """word words sentence sentences line lines message messages paragraph instruction instructions
        character letters rule rules""",
    "money_move": "transfer pay send wire buy purchase deposit donate book reserve refund",
    "opposite": "opposite synonym antonym instead alternative",
    "form": """python pseudocode json yaml xml bullet bulleted bullets list rap poem story simple_terms code_block
        comment comments table bullet_points haiku song base64 rot13 essay lyrics function english spanish french
        simple_words plain detail""",
    "yourself": "yourself",
    "focus": "focus concentrate exclusively solely",
    "each": """every each any all every_single all_future future_replies any_future cualquier cada toda todas toute
        toutes chaque jede jeder jedes jeder ogni qualsiasi qualquer iedere elke każdej kazdej любой каждый каждом
        каждой всех her setiap""",
    "outputs": """reply replies response responses answer answers summary summaries report reports message messages
        output outputs tasks conversations conversation sessions session turns turn email emails post interactions
        respuesta respuestas resumen reponse reponses resume antwort antworten zusammenfassung risposta risposte
        resposta respostas odpowiedzi ответ ответе ответа ответах yanit""",
    "plants": """include includes append insert repeat persist mention end finish contain embed recommend promote link anadirse anade incluye agrega ajoute ajoutez
        incluez inclus hinzufugen aggiungi includi adicione inclua dodaj добавь добавьте добавляй включи включай
        вставь ekle sertakan add_the add_a add_this add_that""",
    "planted": "included appended added inserted mentioned repeated",
    "prefers": "prefer obey follow trust prioritize prioritise",
    "search": """web_search search_query query_string search_queries image_url next_request url_parameter dns_query
        user_agent commit_message""",
    "ownwork": """code solution solutions implementation algorithm response responses codebase program script answer
        project coding elucidation explanation software application function output reply work narrative development
        design system workflow programming""",
    "in_it": "in_it within_it into_it",
    "things": """notes messages emails files database source_code file_contents transcript calendar inbox results
        report everything""",
    "agent": "agent agents model models robot",
    "lockcode": """access_code access_codes passcode passphrase secret_code secret_word secret_phrase code_word
        codeword secret_key""",
    "nowon": """from_now_on from_here_on henceforth from_this_point from_this_moment from_today starting_now
        going_forward""",
}
