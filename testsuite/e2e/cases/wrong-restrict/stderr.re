^hidden by .*-Drestrict=
^ +right without restrict: is an object used
